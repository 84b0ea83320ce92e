-- Lists the held tasks of a matching set with their holders, oldest claims first.
select lease.batch_id, lease.no, task.name, lease.holder
from lease
join task on task.batch_id = any (array[lease.batch_id]) and task.no = any (array[lease.no])
join task_state as state on state.batch_id = any (array[lease.batch_id]) and state.no = lease.no
where lease.kind = :kind and workspace_of(lease.batch_id) = :workspace and is_held(state.status)
  and not exists (
    select from (select unnest(:fields::text[]) as name, unnest(:values::text[]) as value) as field
    where (task.metadata -> field.name) is distinct from field.value::jsonb)
order by state.last_updated, lease.batch_id, lease.no
limit :limit;
