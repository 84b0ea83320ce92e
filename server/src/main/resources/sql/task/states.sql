-- Reads the states of tasks, and whether any task is parked and may wait for a place that one of them frees.
select state.batch_id, state.no, state.status, state.paused_from, state.required, state.satisfied, state.missed, state.ended_children,
  state.attempt, state.retries, state.claims, state.items, state.first_item, state.failure_reason, state.next_retry_at,
  state.started_at is not null as started, exists (select from queue where parked is not null) as any_parked
from (select unnest(:batches::uuid[]) as batch_id, unnest(:nos::integer[]) as no) as wanted
join task_state as state on state.batch_id = any (array[wanted.batch_id]) and state.no = wanted.no;
