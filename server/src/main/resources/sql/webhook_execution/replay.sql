-- Owes a delivery again, from the beginning: a call that is still owed becomes due, one that has left the outbox is put
-- back with the action it had.
with chosen as (
  select * from webhook_execution where idempotency_key = :key and workspace_of(batch_id) = :workspace for update
), reopened as (
  update webhook_execution
  set status = 'failure', updated_at = :now::timestamptz
  from chosen
  where webhook_execution.idempotency_key = any (array[chosen.idempotency_key])
    and chosen.trigger <> 'start' and chosen.status = 'success'
), rearmed as (
  update outbox
  set due_at = :now::timestamptz, deliveries = 0, dead = false
  from chosen
  where outbox.batch_id = any (array[chosen.batch_id]) and outbox.no = chosen.no and outbox.trigger = chosen.trigger
    and outbox.attempt = chosen.attempt and outbox.action_index = chosen.action_index
  returning outbox.outbox_id
), owed as (
  insert into outbox (batch_id, no, trigger, attempt, action_index, action, host, due_at)
  select chosen.batch_id, chosen.no, chosen.trigger, chosen.attempt, chosen.action_index, action.value,
    action_host(action.value),
    :now::timestamptz
  from chosen
  join task on task.batch_id = any (array[chosen.batch_id]) and task.no = any (array[chosen.no])
  join task_state as state on state.batch_id = any (array[chosen.batch_id]) and state.no = chosen.no
  cross join lateral (
    select coalesce(
      case chosen.trigger
        when 'success' then task.on_success
        when 'failure' then task.on_failure
        when 'cancel' then task.on_cancel
      end -> chosen.action_index,
      case when chosen.trigger = 'cancel' then state.cancel_action end) as value) as action
  where action.value is not null and not exists (select from rearmed)
  returning outbox_id
)
select chosen.trigger, chosen.batch_id, chosen.no,
  exists (select from rearmed) or exists (select from owed) as owed
from chosen;
