-- Adds a version unless the workflow has one with the same content. Nobody else adds one to it meanwhile.
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
