-- Forgets shares that say nothing any more: what their keys have used up lies behind the front of the lane. Those that a transaction
-- has locked are in use.
with idle as (
  select share.lane, share.priority, share.key
  from fair_share as share
  where share.start + share.length <= coalesce((
      select queue.position
      from queue
      where queue.lane = share.lane and queue.priority = share.priority and queue.parked is null and queue.position > 0
      order by queue.position
      limit 1),
    pg_sequence_last_value('queue_position'), 0)
  limit :max
  for update of share skip locked
)
delete from fair_share as share
using idle
where share.lane = idle.lane and share.priority = idle.priority and share.key = idle.key;
