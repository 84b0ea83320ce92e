-- I14: satisfied is the number of satisfied facts about edges into a task, whatever batch the parents are in.
select state.batch_id, state.no,
  format('satisfied is %s, but %s facts are', state.satisfied, coalesce(counted.facts, 0)) as difference
from task_state as state
left join (
  select met.batch_id, met.child, count(*) as facts
  from (
    select batch_id, child from fact where satisfied
    union all
    select child_batch, child from foreign_edge where satisfied) as met
  group by met.batch_id, met.child) as counted on counted.batch_id = state.batch_id and counted.child = state.no
where state.satisfied <> coalesce(counted.facts, 0);
