-- Lists the keys of a workspace by ID, after a given one.
select api_key.*, workspace.tenant, workspace.name as workspace_name
from api_key join workspace on workspace.number = api_key.workspace
where api_key.workspace = :workspace and api_key.key_id > :after
order by api_key.key_id
limit :limit;
