-- Lists the versions of a workflow, the newest first, deleted ones included.
select workspace, name, version, created_at
from workflow
where workspace = :workspace and name = :name and version < :before
order by version desc
limit :limit;
