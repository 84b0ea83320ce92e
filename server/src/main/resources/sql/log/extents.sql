-- Reads which of these attempts are under way, and how much each has logged. A task that does not exist is left out.
with given as (
  select unnest(:batches::uuid[]) as batch_id, unnest(:nos::integer[]) as no, unnest(:attempts::integer[]) as attempt,
    unnest(:claims::integer[]) as claims
)
select given.batch_id, given.no, given.attempt, given.claims,
  state.attempt = given.attempt and state.claims = given.claims
    and (is_held(state.status) or coalesce(state.paused_from = 'running', false)) as current,
  coalesce(last.first_line + last.lines, 0) as next_line, coalesce(last.total_bytes, 0) as total_bytes,
  coalesce(last.cut_off, false) as cut_off
from given
join task_state as state on state.batch_id = any (array[given.batch_id]) and state.no = any (array[given.no])
left join lateral (
  select task_log.first_line, task_log.lines, task_log.total_bytes, task_log.cut_off
  from task_log
  where task_log.batch_id = given.batch_id and task_log.no = given.no and task_log.attempt = given.attempt
  order by task_log.first_line desc
  limit 1) as last on true;
