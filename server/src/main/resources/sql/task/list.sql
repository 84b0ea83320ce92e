-- Lists the tasks of a workspace, newest first. A null filter matches every task. The counts of a batch exclude it as a whole
-- when it cannot have a task in the wanted state, nor one that ended in the wanted time, and batches without the wanted kind are not read. States are looked up by key:
-- with the statistics from before a large batch the planner read all states of the batch for each of its tasks.
select task.batch_id, task.no, task.name, task.kind, state.status, task.created_at, state.started_at, state.ended_at,
  state.success, state.failures, state.expected_count, task.dead_end_barrier, task.priority, state.attempt, state.failure_reason, state.next_retry_at,
  task.join_count
from task
join task_state as state on state.batch_id = any (array[task.batch_id]) and state.no = any (array[task.no])
join batch on batch.batch_id = task.batch_id
where workspace_of(batch.batch_id) = :workspace and (:batch::uuid is null or task.batch_id = :batch::uuid)
  and (:kind::text is null or (task.kind = :kind::text and task.batch_id = any (array(
    select first.batch_id from task as first where first.kind = :kind::text and first.first_of_kind))))
  and (:name::text is null or strpos(task.name, :name::text) > 0)
  and (:timeout::integer is null or task.timeout_secs = :timeout::integer)
  and (:metadata::jsonb is null or task.metadata @> :metadata::jsonb)
  and (:failure_reason::text is null or (strpos(state.failure_reason, :failure_reason::text) > 0
    and (batch.completed_at is null or batch.success < batch.total)))
  and (:worker::text is null or state.worker = :worker::text or exists (
    select from past_attempt as past
    where past.batch_id = any (array[task.batch_id]) and past.no = any (array[task.no]) and past.worker = :worker::text))
  and (:labels::jsonb is null or batch.labels @> :labels::jsonb)
  and (:workflow::text is null
    or (batch.metadata ->> 'workflow' = :workflow::text and batch.metadata ->> 'workflow_version' is not null))
  and (:created_after::timestamptz is null or task.created_at > :created_after::timestamptz)
  and (:created_before::timestamptz is null
    or (task.created_at < :created_before::timestamptz and batch.created_at < :created_before::timestamptz))
  and (:ended_after::timestamptz is null or (state.ended_at > :ended_after::timestamptz
    and (batch.completed_at is null or batch.completed_at > :ended_after::timestamptz)))
  and (:ended_before::timestamptz is null
    or (state.ended_at < :ended_before::timestamptz and batch.created_at < :ended_before::timestamptz))
  and (:status::task_status is null or state.status = :status::task_status)
  and case coalesce(:status::text, '')
    when '' then true
    when 'success' then batch.success > 0
    when 'failure' then batch.failure > 0
    when 'canceled' then batch.canceled > 0
    when 'skipped' then batch.skipped > 0
    else batch.completed_at is null end
  and (:before_batch::uuid is null or (task.batch_id, task.no) < (:before_batch::uuid, :before_no::integer))
order by task.batch_id desc, task.no desc
offset :offset
limit :limit;
