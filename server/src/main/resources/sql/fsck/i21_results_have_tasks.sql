-- I21: only a terminal task has a result, and the result of a batch comes from a task that succeeded.
select result.batch_id, result.no,
  format('a result of %s', coalesce('a task that is ' || state.status, 'no task')) as difference
from result
left join task_state as state on state.batch_id = result.batch_id and state.no = result.no
where is_terminal(state.status) is not true
union all
select batch.batch_id, batch.result_no,
  format('the batch''s result comes from %s', coalesce('a task that is ' || state.status, 'no task'))
from batch
left join task_state as state on state.batch_id = batch.batch_id and state.no = batch.result_no
where batch.result_no is not null and state.status is distinct from 'success';
