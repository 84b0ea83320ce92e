-- Owed calls that are due, as many to each host as there is room for. They are ours until their new due time. A call
-- waits while its attempt's start call is open, and while an earlier one of its task to the same host is open or untried.
with taken as (
  select due.outbox_id
  from (select unnest(:hosts::text[]) as host, unnest(:rooms::integer[]) as room) as wanted
  cross join lateral (
    select outbox.outbox_id
    from outbox
    where outbox.host = wanted.host and not outbox.dead and outbox.due_at <= :now::timestamptz
      and not exists (
        select from webhook_execution as start
        where start.batch_id = any (array[outbox.batch_id]) and start.no = outbox.no and start.trigger = 'start'
          and start.attempt = outbox.attempt and start.status = 'pending'
          and start.updated_at > :now::timestamptz - :patience::interval)
      and not exists (
        select from outbox as earlier
        where earlier.batch_id = any (array[outbox.batch_id]) and earlier.no = outbox.no and earlier.host = outbox.host
          and earlier.outbox_id < outbox.outbox_id and not earlier.dead
          and (earlier.deliveries = 0 or (earlier.calling and earlier.due_at > :now::timestamptz)))
    order by outbox.due_at
    limit wanted.room
    for update skip locked) as due
  limit :max
), moved as (
  update outbox
  set due_at = :now::timestamptz + :lease::interval, calling = true, deliveries = outbox.deliveries + 1
  from taken
  where outbox.outbox_id = any (array[taken.outbox_id])
  returning outbox.outbox_id, outbox.batch_id, outbox.no, outbox.trigger, outbox.attempt, outbox.action_index,
    outbox.action, outbox.host, outbox.deliveries
)
select moved.*, state.claims
from moved
join task_state as state on state.batch_id = any (array[moved.batch_id]) and state.no = moved.no
order by moved.outbox_id;
