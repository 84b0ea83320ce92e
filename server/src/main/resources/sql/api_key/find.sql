-- Reads keys by their IDs.
select api_key.*, workspace.tenant, workspace.name as workspace_name
from api_key join workspace on workspace.number = api_key.workspace
where api_key.key_id = any(:ids::text[]);
