-- Lists the calls of a workspace, those of new batches first: owed and dead ones from the outbox, the others from what was made.
-- The order is that of the key, which begins with the task ID, so that the primary key serves the list.
with owed as (
  select call.*,
    task_id(call.batch_id, call.no) || ':' || call.trigger || case when call.attempt > 0 then ':' || call.attempt else '' end
      || case when call.action_index > 0 then '/' || call.action_index else '' end collate "C" as idempotency_key
  from outbox as call
  where workspace_of(call.batch_id) = :workspace and (:state::text is null or call.dead = (:state::text = 'dead'))
), page as (
  (select owed.idempotency_key, owed.outbox_id
  from owed
  where (:state::text is null or :state::text in ('owed', 'dead'))
    and owed.idempotency_key < coalesce(:before::text, '~') collate "C"
  order by owed.idempotency_key desc
  limit :limit)
  union all
  (select made.idempotency_key, null
  from webhook_execution as made
  where workspace_of(made.batch_id) = :workspace and (:state::text is null or (:state::text = 'delivered' and made.status = 'success'))
    and made.idempotency_key < coalesce(:before::text, '~') collate "C"
    and not exists (
      select from outbox
      where outbox.batch_id = any (array[made.batch_id]) and outbox.no = made.no and outbox.trigger = made.trigger
        and outbox.attempt = made.attempt and outbox.action_index = made.action_index)
  order by made.idempotency_key desc
  limit :limit)
  order by 1 desc
  limit :limit
)
select coalesce(made.batch_id, owed.batch_id) as batch_id, coalesce(made.no, owed.no) as no, page.idempotency_key,
  coalesce(made.trigger, owed.trigger) as trigger, coalesce(made.attempt, owed.attempt) as attempt,
  owed.action -> 'params' ->> 'url' as url,
  case when owed.dead then 'dead' when owed.outbox_id is not null then 'owed' else made.status end as status,
  greatest(coalesce(made.attempts, 0), coalesce(owed.deliveries, 0)) as attempts, made.response_status,
  left(made.response_body, :max_body_chars) as response_body, made.error,
  case when not owed.dead then owed.due_at end as due_at, made.created_at, made.updated_at
from page
left join webhook_execution as made on made.idempotency_key = any (array[page.idempotency_key])
left join outbox as owed on owed.outbox_id = any (array[page.outbox_id])
order by page.idempotency_key desc;
