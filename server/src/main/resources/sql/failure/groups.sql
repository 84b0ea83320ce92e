-- Groups the final failures of a workspace by kind and reason, those of new batches first. Three limits bound what is read: the
-- newest batches that the filters let pass, the tasks of those that had failures, and the failures themselves. The first row says
-- whether a limit left something out; its kind is null when there is no group.
with newest as materialized (
  select batch.batch_id, batch.total, batch.failure, batch.completed_at
  from batch
  where workspace_of(batch.batch_id) = :workspace
    and (:labels::jsonb is null or batch.labels @> :labels::jsonb)
    and (:workflow::text is null
      or (batch.metadata ->> 'workflow' = :workflow::text and batch.metadata ->> 'workflow_version' is not null))
    and (:created_before::timestamptz is null or batch.created_at < :created_before::timestamptz)
    and (:ended_before::timestamptz is null or batch.created_at < :ended_before::timestamptz)
  order by batch.batch_id desc
  limit :max_batches
), with_failures as materialized (
  select batch_id, coalesce(sum(total) over (order by batch_id desc rows between unbounded preceding and 1 preceding), 0) as newer
  from newest
  where failure > 0
    and (:ended_after::timestamptz is null or completed_at is null or completed_at > :ended_after::timestamptz)
), failed as materialized (
  select task.kind, state.failure_reason as reason, state.ended_at, state.batch_id, state.no
  from with_failures as batch
  cross join lateral (
    select * from task_state
    where task_state.batch_id = any (array[batch.batch_id]) and task_state.status = 'failure'
      and (:ended_after::timestamptz is null or task_state.ended_at > :ended_after::timestamptz)
      and (:ended_before::timestamptz is null or task_state.ended_at < :ended_before::timestamptz)) as state
  join task on task.batch_id = any (array[state.batch_id]) and task.no = any (array[state.no])
  where batch.newer < :max_tasks
    and (:kind::text is null or task.kind = :kind::text)
    and (:metadata::jsonb is null or task.metadata @> :metadata::jsonb)
    and (:created_after::timestamptz is null or task.created_at > :created_after::timestamptz)
    and (:created_before::timestamptz is null or task.created_at < :created_before::timestamptz)
  limit :max_failures
), grouped as (
  select kind, reason, md5(reason) as mark, count(*) as failures, max(ended_at) as last_at,
    (array_agg(batch_id order by ended_at desc))[1] as sample_batch, (array_agg(no order by ended_at desc))[1] as sample_no
  from failed
  group by kind, reason
)
select page.*,
  (select count(*) from newest) < :max_batches and (select count(*) from failed) < :max_failures
    and not exists (select from with_failures where newer >= :max_tasks) as complete
from (select) as once
left join lateral (
  select *
  from grouped
  where :after_failures::bigint is null
    or (-failures, kind collate "C", mark collate "C") > (-:after_failures::bigint, :after_kind::text, :after_mark::text)
  order by failures desc, kind collate "C", mark collate "C"
  limit :limit) as page on true
order by page.failures desc, page.kind collate "C", page.mark collate "C";
