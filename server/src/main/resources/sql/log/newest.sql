-- Reads where the logs of tasks end, and how the tasks stand. A task that does not exist is left out.
with given as (
  select unnest(:batches::uuid[]) as batch_id, unnest(:nos::integer[]) as no
)
select given.batch_id, given.no, state.attempt, is_terminal(state.status) as ended, last.attempt as log_attempt, last.first_line
from given
join task_state as state on state.batch_id = any (array[given.batch_id]) and state.no = any (array[given.no])
left join lateral (
  select task_log.attempt, task_log.first_line
  from task_log
  where task_log.batch_id = given.batch_id and task_log.no = given.no
  order by task_log.attempt desc, task_log.first_line desc
  limit 1) as last on true;
