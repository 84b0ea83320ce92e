-- Where tasks stand.
select state.batch_id, state.no, state.status, state.paused_from, state.required, state.satisfied, state.ended_children,
  state.attempt, state.retries, state.claims, state.items, state.first_item, state.failure_reason, state.next_retry_at,
  state.started_at is not null as started
from unnest(:batches::uuid[], :nos::integer[]) as wanted (batch_id, no)
join task_state as state on state.batch_id = any (array[wanted.batch_id]) and state.no = wanted.no;
