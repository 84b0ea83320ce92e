-- Workspaces by tenant and name, after one of them, with how many tasks each has in the queue and at work.
select workspace.*, load.queued, load.running
from workspace
join workspace_load as load on load.number = workspace.number
where :tenant::text is null or (workspace.tenant, workspace.name) > (:tenant::text, :name::text)
order by workspace.tenant, workspace.name
limit :limit;
