-- Reads what the ledger does not tell of the attempts of a task.
select state.attempt, state.worker, past.error
from task_state as state
left join past_attempt as past on past.batch_id = any (array[state.batch_id]) and past.no = any (array[state.no]) and past.attempt = state.attempt
where state.batch_id = :batch and state.no = :no
union all
select past.attempt, past.worker, past.error
from task_state as state
join past_attempt as past on past.batch_id = any (array[state.batch_id]) and past.no = any (array[state.no]) and past.attempt < state.attempt
where state.batch_id = :batch and state.no = :no;
