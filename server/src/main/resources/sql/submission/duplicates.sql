-- Finds, for each matcher, the newest task of its kind and state whose named metadata fields equal those of the new task. If
-- the new task has any of these fields, their values (sought) find it by the metadata index. Otherwise the batches with this
-- kind are read backwards; the kind is given as a range, so that only the index by kind offers this order. A completed batch is
-- read only for terminal states.
select wanted.ordinal, found.batch_id, found.no
from (
  select given.*, (
    select jsonb_object_agg(field.name, given.metadata::jsonb -> field.name)
    from json_array_elements_text(given.fields::json) as field (name)
    where (given.metadata::jsonb -> field.name) is not null) as sought
  from (
    select unnest(:kinds::text[]) as kind, unnest(:statuses::text[]) as status, unnest(:fields::text[]) as fields,
      unnest(:metadata::text[]) as metadata, generate_subscripts(:kinds::text[], 1) as ordinal) as given
  offset 0) as wanted
cross join lateral (
  (select task.batch_id, task.no
  from (select * from task where metadata @> wanted.sought offset 0) as task
  cross join lateral (select status from task_state where batch_id = task.batch_id and no = task.no limit 1) as state
  where wanted.sought is not null and workspace_of(task.batch_id) = :workspace and task.kind = wanted.kind and state.status = wanted.status::task_status
    and not exists (
      select from json_array_elements_text(wanted.fields::json) as field (name)
      where (task.metadata -> field.name) is distinct from (wanted.metadata::jsonb -> field.name))
  order by task.batch_id desc, task.no desc
  limit 1)
  union all
  (select first.batch_id, task.no
  from task as first
  cross join lateral (select completed_at from batch where batch_id = first.batch_id limit 1) as batch
  cross join lateral (
    select task.no
    from task
    cross join lateral (select status from task_state where batch_id = task.batch_id and no = task.no limit 1) as state
    where task.batch_id = any (array[first.batch_id]) and task.no >= first.no and task.kind = first.kind
      and state.status = wanted.status::task_status
      and not exists (
        select from json_array_elements_text(wanted.fields::json) as field (name)
        where (task.metadata -> field.name) is not null)
    order by task.no desc
    limit 1) as task
  where wanted.sought is null and workspace_of(first.batch_id) = :workspace and first.first_of_kind and first.kind between wanted.kind and wanted.kind
    and (batch.completed_at is null or is_terminal(wanted.status::task_status))
  order by first.kind desc, first.batch_id desc
  limit 1)) as found;
