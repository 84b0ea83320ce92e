-- Reads a version of a workflow; the newest if none is named.
select workspace, name, version, created_at, content
from workflow
where workspace = :workspace and name = :name and version = coalesce(:version::integer, version)
order by version desc
limit 1;
