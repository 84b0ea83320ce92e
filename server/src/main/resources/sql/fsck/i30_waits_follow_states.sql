-- I30: a task that waits or calls has a row that says for what, exactly while it runs, paused or not; the row is of its attempt.
with running as (
  select state.batch_id, state.no, state.attempt, task.wait is not null as waits
  from task_state as state
  join task using (batch_id, no)
  where coalesce(state.paused_from, state.status) = 'running' and (task.wait is not null or task.call is not null)
), kept as (
  select batch_id, no, attempt, true as waits from wait
  union all
  select batch_id, no, attempt, false from call where wanted <> 'stop'
)
select coalesce(running.batch_id, kept.batch_id) as batch_id, coalesce(running.no, kept.no) as no,
  case when kept.no is null then 'it runs, but nothing says what it waits for' else 'it does not run, but it has a wait or a call' end
    as difference
from running
full join kept on kept.batch_id = running.batch_id and kept.no = running.no and kept.attempt = running.attempt
  and kept.waits = running.waits
where running.no is null or kept.no is null;
