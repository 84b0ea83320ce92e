-- The calls of a task: those that were made, and those that are still owed. Both are known by the same key.
with owed as (
  select outbox.*,
    :task::text || ':' || trigger || case when attempt > 0 then ':' || attempt else '' end
      || case when action_index > 0 then '/' || action_index else '' end as idempotency_key
  from outbox
  where batch_id = :batch and no = :no
), made as (
  select * from webhook_execution where batch_id = :batch and no = :no
)
select coalesce(made.batch_id, owed.batch_id) as batch_id, coalesce(made.no, owed.no) as no,
  coalesce(made.idempotency_key, owed.idempotency_key) as idempotency_key, coalesce(made.trigger, owed.trigger) as trigger,
  coalesce(made.attempt, owed.attempt) as attempt, owed.action -> 'params' ->> 'url' as url,
  case when owed.dead then 'dead' when owed.outbox_id is not null then 'owed' else made.status end as status,
  greatest(coalesce(made.attempts, 0), coalesce(owed.deliveries, 0)) as attempts, made.response_status,
  left(made.response_body, :max_body_chars) as response_body, made.error,
  case when not owed.dead then owed.due_at end as due_at, made.created_at, made.updated_at
from made
full join owed on owed.idempotency_key = made.idempotency_key
order by coalesce(made.attempt, owed.attempt), made.created_at nulls last, owed.outbox_id;
