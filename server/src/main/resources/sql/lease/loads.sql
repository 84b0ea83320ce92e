-- Measures matching sets: how many of their tasks are held, and how much work those still have to do.
select wanted.ordinal, count(held.no) as count, coalesce(sum(held.remaining), 0) as remaining
from (
  select unnest(:workspaces::integer[]) as workspace, unnest(:kinds::text[]) as kind, unnest(:fields::text[]) as fields, unnest(:values::text[]) as values,
    generate_subscripts(:kinds::text[], 1) as ordinal) as wanted
left join lateral (
  select lease.no, greatest(0, coalesce(state.expected_count, 0) - state.success - state.failures) as remaining
  from lease
  join task on task.batch_id = any (array[lease.batch_id]) and task.no = any (array[lease.no])
  join task_state as state on state.batch_id = any (array[lease.batch_id]) and state.no = lease.no
  where lease.kind = wanted.kind and workspace_of(lease.batch_id) = wanted.workspace and is_held(state.status)
    and not exists (
      select from (select unnest(wanted.fields::text[]) as name, unnest(wanted.values::jsonb[]) as value) as field
      where (task.metadata -> field.name) is distinct from field.value)) as held on true
group by wanted.ordinal;
