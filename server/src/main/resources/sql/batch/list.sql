-- Lists the batches of a workspace, newest first. A null filter matches every batch.
select batch_id, name, metadata, labels, state::text as state, total, last_no, success, failure, canceled, skipped, result, created_at,
  completed_at, null as inputs, stops_on_failure, deadline_millis, parent_batch, parent_no,
  paused and completed_at is null as paused
from batch
where workspace_of(batch.batch_id) = :workspace and (:state::batch_state is null or batch.state = :state::batch_state)
  and (:created_after::timestamptz is null or batch.created_at > :created_after::timestamptz)
  and (:created_before::timestamptz is null or batch.created_at < :created_before::timestamptz)
  and (:before_at::timestamptz is null
    or (batch.created_at, batch.batch_id) < (:before_at::timestamptz, :before_batch::uuid))
  and (:labels::jsonb is null or batch.labels @> :labels::jsonb)
  and (:workflow::text is null
    or (batch.metadata ->> 'workflow' = :workflow::text and batch.metadata ->> 'workflow_version' is not null))
  and (:kind::text is null or batch.batch_id = any (array(
    select first.batch_id from task as first where first.kind = :kind::text and first.first_of_kind)))
  and (:name::text is null or strpos(batch.name, :name::text) > 0
    or exists (select from task where task.batch_id = batch.batch_id and strpos(task.name, :name::text) > 0))
  and case coalesce(:status::text, '')
    when '' then true
    when 'success' then batch.success > 0
    when 'failure' then batch.failure > 0
    when 'canceled' then batch.canceled > 0
    when 'skipped' then batch.skipped > 0
    else batch.completed_at is null and exists (
      select from task_state as state
      where state.batch_id = batch.batch_id and state.status = :status::task_status) end
order by batch.created_at desc, batch.batch_id desc
limit :limit;
