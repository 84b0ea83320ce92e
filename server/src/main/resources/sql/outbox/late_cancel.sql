-- Handles cancel actions that arrive with an on_start answer after the task has left Claimed. If the task was canceled, the
-- cancel call is owed now. If it is paused, or reported by itself that it runs, the action is stored for later.
with learned as (
  select unnest(:batches::uuid[]) as batch_id, unnest(:nos::integer[]) as no,
    unnest(:attempts::integer[]) as attempt, unnest(:actions::text[]) as action
), kept as (
  update task_state as state
  set cancel_action = learned.action::json
  from learned
  where state.batch_id = any (array[learned.batch_id]) and state.no = learned.no and state.attempt = learned.attempt
    and (state.status = 'paused' or (state.status = 'running' and state.cancel_action is null))
)
insert into outbox (batch_id, no, trigger, attempt, action_index, action, host, due_at)
select learned.batch_id, learned.no, 'cancel', learned.attempt, coalesce(json_array_length(task.on_cancel), 0),
  learned.action::json, action_host(learned.action::json), :now::timestamptz
from learned
join task on task.batch_id = any (array[learned.batch_id]) and task.no = any (array[learned.no])
join task_state as state on state.batch_id = any (array[learned.batch_id]) and state.no = learned.no
where state.attempt = learned.attempt and state.status = 'canceled'
  and not exists (
    select from webhook_execution
    where webhook_execution.batch_id = any (array[learned.batch_id]) and webhook_execution.no = learned.no
      and webhook_execution.trigger = 'cancel' and webhook_execution.attempt = learned.attempt
      and webhook_execution.action_index = coalesce(json_array_length(task.on_cancel), 0));
