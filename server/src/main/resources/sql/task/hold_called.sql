-- Keeps the tasks of a batch whose calls are under way from being moved by the answers.
select count(*)
from (
  select from task_state as state
  where state.batch_id = :batch and state.status = 'claimed'
  order by state.no
  for no key update) as held;
