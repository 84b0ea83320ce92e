-- Reads a version of a workflow that is not deleted; the newest if none is named.
select workspace, name, version, created_at, content
from workflow
where workspace = :workspace and name = :name and version = coalesce(:version::integer, version) and deleted_at is null
order by version desc
limit 1;
