-- Adds a version unless the workflow has one with the same content. Nobody else adds one to it meanwhile.
with same as (
  select workflow.name, workflow.version, workflow.created_at
  from workflow
  where workflow.name = :name and workflow.content_hash = :hash
), added as (
  insert into workflow (name, version, content, content_hash, created_at)
  select :name, coalesce((select max(version) from workflow where workflow.name = :name), 0) + 1, :content::json, :hash,
    :now::timestamptz
  where not exists (select from same)
  returning name, version, created_at
)
select name, version, created_at, true as added from added
union all
select name, version, created_at, false from same;
