-- Adds a version to a workflow, unless a version with the same content exists; one that was deleted is back. The caller holds the lock of workflow/lock.
with before as (
  select version, deleted_at is not null as deleted
  from workflow
  where workflow.workspace = :workspace and workflow.name = :name and workflow.content_hash = :hash
), same as (
  update workflow
  set deleted_at = null
  from before
  where workflow.workspace = :workspace and workflow.name = :name and workflow.version = before.version
  returning workflow.workspace, workflow.name, workflow.version, workflow.created_at, before.deleted
), added as (
  insert into workflow (workspace, name, version, content, content_hash, created_at)
  select :workspace, :name,
    coalesce((select max(version) from workflow where workflow.workspace = :workspace and workflow.name = :name), 0) + 1, :content::json, :hash,
    :now::timestamptz
  where not exists (select from before)
  returning workspace, name, version, created_at
)
select workspace, name, version, created_at, true as added from added
union all
select workspace, name, version, created_at, deleted from same;
