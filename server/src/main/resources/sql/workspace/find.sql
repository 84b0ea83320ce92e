-- A workspace and how many tasks it has in the queue and at work.
select workspace.*, load.queued, load.running
from workspace
join workspace_load as load on load.number = workspace.number
where workspace.tenant = :tenant and workspace.name = :name;
