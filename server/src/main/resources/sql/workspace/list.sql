-- Lists workspaces by tenant and name, after a given one, with the numbers of their queued and running tasks.
select workspace.*, load.queued, load.running
from workspace
join workspace_load as load on load.number = workspace.number
where :tenant::text is null or (workspace.tenant, workspace.name) > (:tenant::text, :name::text)
order by workspace.tenant, workspace.name
limit :limit;
