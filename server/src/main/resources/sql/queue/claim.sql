-- Claims the most urgent tasks of some lanes, or tasks that are named: out of the queue, a new claim number, a lease, a line in
-- the ledger. Of lanes, rows that somebody else is taking are passed over; of named tasks, the first such row is where it stops, as
-- those after it would overtake it. If a rule has a say in one of them and has not been asked, nothing is taken, and a row without
-- a task says so. With each task it is told whether there were more. Time is the caller's, which another server's clock may be
-- ahead of: no claim is earlier than the moment at which its task became ready.
with wanted as (
  select *
  from (
    select ready.*
    from (select unnest(:lanes::text[]) as name, unnest(:limits::integer[]) as room) as lane
    cross join lateral (
      select queue.batch_id, queue.no, queue.priority, queue.position, coalesce(queue.slot, queue.position) as turn, queue.ready_at
      from queue
      where queue.lane = lane.name and queue.parked is null
      order by queue.priority desc, queue.position
      limit lane.room
      for update skip locked) as ready
    order by ready.priority desc, ready.turn, ready.position
    limit :max) as first
  union all
  select batch_id, no, priority, position, turn, ready_at
  from (
    select free.*, named.ordinal, row_number() over (order by named.ordinal) as place
    from (
      select unnest(:batches::uuid[]) as batch_id, unnest(:nos::integer[]) as no,
        generate_subscripts(:batches::uuid[], 1) as ordinal) as named
    cross join lateral (
      select queue.batch_id, queue.no, queue.priority, queue.position, coalesce(queue.slot, queue.position) as turn, queue.ready_at
      from queue
      where queue.batch_id = any (array[named.batch_id]) and queue.no = named.no
      for update skip locked) as free) as each
  where ordinal = place
), candidate as materialized (
  select wanted.*, task.kind, task.name, task.lane, task.metadata, task.input, task.on_start, task.timeout_secs,
    not :asked and (task.rules is not null or (task.spread_of > 0 and task.spread_parallel > 0)
      or (cardinality(:limited::integer[]) > 0 and workspace_of(wanted.batch_id) = any (:limited::integer[]))) as ruled,
    greatest(:now::timestamptz, wanted.ready_at) as now
  from wanted
  join task on task.batch_id = any (array[wanted.batch_id]) and task.no = wanted.no
), free as (
  select * from candidate where not exists (select from candidate as other where other.ruled)
), taken as (
  delete from queue using free where queue.batch_id = any (array[free.batch_id]) and queue.no = free.no
), moved as (
  update task_state as state
  set status = :status::task_status,
    claims = state.claims + 1,
    worker = case when :worker then :holder else state.worker end,
    started_at = case when :worker then free.now end,
    cancel_action = null,
    last_updated = free.now
  from free
  where state.batch_id = any (array[free.batch_id]) and state.no = free.no and state.status = 'pending'
  returning state.batch_id, state.no, state.attempt, state.claims, free.priority, free.position, free.turn, free.kind, free.name,
    free.lane, free.metadata, free.input, free.on_start, free.timeout_secs, free.now,
    extract(epoch from free.now - free.ready_at) as waited,
    free.now + make_interval(secs => coalesce(:period::integer, free.timeout_secs)) as expires_at
), leased as (
  insert into lease (batch_id, no, kind, holder, worker, period_secs, expires_at)
  select batch_id, no, kind, :holder, :worker,
    case when :worker then coalesce(:period::integer, timeout_secs) else timeout_secs end, expires_at
  from moved
), recorded as (
  insert into event (batch_id, seq, type, nos, attempts, at)
  select batch_id, nextval('event_seq'), :status, array_agg(no), array_agg(attempt), max(now)
  from moved
  group by batch_id
)
select batch_id, no, attempt, claims, priority, turn, position, kind, name, lane, metadata, input, on_start, timeout_secs, waited,
  expires_at,
  -- Those that somebody else is taking count too.
  (select count(*)
    from (select unnest(:lanes::text[]) as name, unnest(:limits::integer[]) as room) as lane
    cross join lateral (
      select
      from queue
      where queue.lane = lane.name and queue.parked is null
      limit lane.room + 1) as ready) > (select count(*) from moved) as more
from moved
union all
select null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null
where exists (select from candidate where ruled)
order by priority desc, turn, position;
