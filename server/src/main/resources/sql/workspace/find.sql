-- Reads a workspace with the numbers of its queued and running tasks.
select workspace.*, load.queued, load.running
from workspace
join workspace_load as load on load.number = workspace.number
where workspace.tenant = :tenant and workspace.name = :name;
