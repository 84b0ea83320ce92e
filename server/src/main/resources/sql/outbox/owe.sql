-- Writes the calls that transitions owe: every action of the trigger and, for a cancel, also the action that the on_start
-- answer named. The start of a wait owes its on_start action.
insert into outbox (batch_id, no, trigger, attempt, action_index, action, host, due_at)
select call.batch_id, call.no, call.trigger, call.attempt, action.index - 1, action.value,
  action_host(action.value), :now::timestamptz
from (
  select unnest(:batches::uuid[]) as batch_id, unnest(:nos::integer[]) as no, unnest(:triggers::text[]) as trigger,
    unnest(:attempts::integer[]) as attempt) as call
join task on task.batch_id = any (array[call.batch_id]) and task.no = any (array[call.no])
join task_state as state on state.batch_id = any (array[call.batch_id]) and state.no = call.no
cross join lateral (
  select value, index
  from json_array_elements(
    case call.trigger when 'success' then task.on_success when 'failure' then task.on_failure when 'cancel' then task.on_cancel end)
    with ordinality as own (value, index)
  union all
  select task.on_start, 1
  where call.trigger = 'start'
  union all
  select state.cancel_action, coalesce(json_array_length(task.on_cancel), 0) + 1
  where call.trigger = 'cancel' and state.cancel_action is not null) as action;
