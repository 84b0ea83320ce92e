-- I14: satisfied is the number of satisfied facts about edges into a task, whatever batch the parents are in. A task that does not
-- need all of its edges counts no more than it needs, and is not checked once it has ended; missed is its number of unsatisfied
-- facts while it waits for them.
with facts as (
  select batch_id, child, parent, satisfied from fact
  union all
  select child_batch, child, 0, satisfied from foreign_edge where satisfied is not null
), counted as (
  select state.batch_id, state.no, state.status, coalesce(state.paused_from, state.status) as standing, state.items, state.required,
    state.satisfied, coalesce(state.missed, 0) as missed, task.join_count,
    count(*) filter (where facts.satisfied and not is_item) as own, count(*) filter (where facts.satisfied and is_item) as of_items,
    count(*) filter (where not facts.satisfied) as unsatisfied
  from task_state as state
  join task using (batch_id, no)
  left join facts on facts.batch_id = state.batch_id and facts.child = state.no
  cross join lateral (
    select coalesce(state.items > 0 and facts.parent between state.first_item and state.first_item + state.items - 1, false)
      as is_item) as origin
  group by state.batch_id, state.no, task.batch_id, task.no
)
select batch_id, no,
  format('satisfied is %s, but %s facts are%s', satisfied, own + of_items,
    case when join_count <> 0 then format(', %s of them of items; missed is %s, but %s facts are unsatisfied', of_items, missed,
      unsatisfied) else '' end) as difference
from counted
where case when join_count = 0 then satisfied <> own + of_items or (missed <> 0 and items < 0)
  when is_terminal(status) then satisfied > required
  else satisfied <> least(own, required - greatest(items, 0)) + of_items
    or (standing = 'waiting' and items < 0 and satisfied < required and missed <> unsatisfied) end;
