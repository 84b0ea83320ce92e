-- Does the same as queue/enter where keys may share lanes. A key's tasks come after those that it has in the lane, and after the
-- front of the lane, each 1,000,000 / weight further on. The rows of the shares are locked until the transaction ends, so that a key's
-- tasks keep their order. In a lane that no key has used, tasks stand in the order in which they come.
with entering as materialized (
  select q.batch_id, q.no, q.lane, q.parked, coalesce(q.first, false) as first, q.ordinal, task.priority,
    share_key(q.lane, q.batch_id, task.fairness_key) as key, 1000000 / coalesce(task.fairness_weight, 1) as step
  from (
    select unnest(:queue_batches::uuid[]) as batch_id, unnest(:queue_nos::integer[]) as no,
      unnest(:queue_lanes::text[]) as lane, unnest(:queue_parked::text[]) as parked,
      unnest(:queue_first::boolean[]) as first,
      generate_subscripts(:queue_batches::uuid[], 1) as ordinal) as q
  join task on task.batch_id = any (array[q.batch_id]) and task.no = q.no
), lane as materialized (
  select used.lane, used.priority, fair.clock is null and used.keyed as opens, last.position as last,
    coalesce((
        select queue.position
        from queue
        where queue.lane = used.lane and queue.priority = used.priority and queue.parked is null
          and queue.position >= greatest(fair.clock, 1)
        order by queue.position
        limit 1),
      pg_sequence_last_value('queue_position'), 0) as clock,
    coalesce(fair.back, greatest(last.position, (
        select max(queue.position)
        from queue
        where queue.parked is not null and queue.lane = used.lane and queue.priority = used.priority)), 0) as back
  from (select lane, priority, bool_or(key <> '') as keyed from entering where not first group by lane, priority) as used
  left join lateral (
    select clock, back from fair_lane where fair_lane.lane = used.lane and fair_lane.priority = used.priority limit 1) as fair on true
  left join lateral (
    select queue.position
    from queue
    where queue.lane = used.lane and queue.priority = used.priority and queue.parked is null
    order by queue.position desc
    limit 1) as last on true
  where used.keyed or fair.clock is not null
), opened as (
  insert into fair_lane (lane, priority, clock, back)
  select lane, priority, clock, back from lane where opens order by lane, priority
  on conflict do nothing
), advanced as (
  -- A transaction that has locked the row advances the clock itself.
  update fair_lane
  set clock = free.clock
  from lane
  cross join lateral (
    select fair.lane, fair.priority, lane.clock
    from fair_lane as fair
    where fair.lane = lane.lane and fair.priority = lane.priority and fair.clock < lane.clock
    for update skip locked) as free
  where fair_lane.lane = free.lane and fair_lane.priority = free.priority
), share as (
  insert into fair_share (lane, priority, key, start, length)
  select lane.lane, lane.priority, wanted.key, greatest(lane.clock, case when wanted.key = '' then lane.back end), wanted.length
  from (select lane, priority, key, sum(step) as length from entering where not first group by lane, priority, key) as wanted
  join lane on lane.lane = wanted.lane and lane.priority = wanted.priority
  order by lane.lane, lane.priority, wanted.key
  on conflict (lane, priority, key) do update
  set start = greatest(fair_share.start + fair_share.length, excluded.start), length = excluded.length
  returning lane, priority, key, start
), placed as (
  select entering.*, lane.last, case when not first then share.start
    + sum(step) over (partition by entering.lane, entering.priority, entering.key, first order by ordinal) end as position
  from entering
  left join share on share.lane = entering.lane and share.priority = entering.priority and share.key = entering.key
  left join lane on lane.lane = entering.lane and lane.priority = entering.priority
)
insert into queue (batch_id, no, lane, priority, position, parked, ready_at, slot)
select placed.batch_id, placed.no, placed.lane, placed.priority,
  case when placed.first then 0 else coalesce(placed.position, nextval('queue_position')) end, placed.parked, :now::timestamptz,
  case when placed.position is not null then coalesce(next.slot, nextval('queue_position')) end
from placed
left join lateral (
  select coalesce(queue.slot, queue.position) as slot
  from queue
  where queue.lane = placed.lane and queue.priority = placed.priority and queue.parked is null
    and placed.position <= placed.last and queue.position >= placed.position
  order by queue.position
  limit 1) as next on true
order by placed.position nulls first, placed.ordinal;
