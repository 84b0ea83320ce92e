-- Exports tasks with their current state. The version of a task is that of the last ledger entry about it.
with told as materialized (
  select event.batch_id, entry.no, max(entry_id(event.seq, entry.position - 1)) as last,
    max(event.at) filter (where event.type = 'pending') as ready_at
  from event
  cross join lateral unnest(event.nos) with ordinality as entry (no, position)
  group by event.batch_id, entry.no
)
select workspace.tenant as tenant_id, workspace.name as workspace_id, task.batch_id as run_id, task.batch_id,
  task_id(task.batch_id, task.no) as task_id,
  task.local_id, task.name, task.kind, state.status, state.attempt, task.priority, task.timeout_secs, state.required, state.satisfied,
  cardinality(task.parents) + task.foreign_parents as deps_total,
  least(state.satisfied, cardinality(task.parents) + task.foreign_parents) as deps_satisfied_count,
  state.success, state.failures, state.expected_count, state.failure_reason, task.metadata, result.value as result, task.created_at,
  told.ready_at, state.started_at, state.ended_at, state.next_retry_at, state.last_updated,
  coalesce(event.source_id, lpad(to_hex((extract(epoch from event.at) * 1000)::bigint), 12, '0') || '0000'
    || lpad(to_hex(told.last), 16, '0')) as row_version
from batch
join workspace on workspace.number = workspace_of(batch.batch_id)
join task on task.batch_id = batch.batch_id
join task_state as state on state.batch_id = task.batch_id and state.no = task.no
left join result on result.batch_id = task.batch_id and result.no = task.no
left join told on told.batch_id = task.batch_id and told.no = task.no
left join event on event.batch_id = told.batch_id and event.seq = entry_row(told.last)
order by task.batch_id, task.no;
