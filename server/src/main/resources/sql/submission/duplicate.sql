-- The newest existing task of a kind and state with equal values of the named metadata fields. The kind is given as a range
-- so that only the index by kind has the order.
select state.batch_id, state.no
from task
join task_state as state on state.batch_id = any (array[task.batch_id]) and state.no = task.no
where task.kind between :kind and :kind and state.status = :status::task_status
  and not exists (
    select from unnest(:fields::text[]) as field (name)
    where (task.metadata -> field.name) is distinct from (:metadata::jsonb -> field.name))
order by task.kind desc, task.batch_id desc, task.no desc
limit 1;
