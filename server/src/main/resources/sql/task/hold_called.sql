-- Locks the Claimed tasks of a batch, so that answers to their calls cannot move them.
select count(*)
from (
  select from task_state as state
  where state.batch_id = :batch and state.status = 'claimed'
  order by state.no
  for no key update) as held;
