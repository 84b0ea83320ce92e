-- Adds a version to a workflow, unless a version with the same content exists. The caller holds the lock of workflow/lock.
with same as (
  select workflow.workspace, workflow.name, workflow.version, workflow.created_at
  from workflow
  where workflow.workspace = :workspace and workflow.name = :name and workflow.content_hash = :hash
), added as (
  insert into workflow (workspace, name, version, content, content_hash, created_at)
  select :workspace, :name,
    coalesce((select max(version) from workflow where workflow.workspace = :workspace and workflow.name = :name), 0) + 1, :content::json, :hash,
    :now::timestamptz
  where not exists (select from same)
  returning workspace, name, version, created_at
)
select workspace, name, version, created_at, true as added from added
union all
select workspace, name, version, created_at, false from same;
