-- Lists the newest version of each workflow of a workspace, by name.
select distinct on (name) workspace, name, version, created_at
from workflow
where workspace = :workspace and name > :after and deleted_at is null
order by name, version desc
limit :limit::integer;
