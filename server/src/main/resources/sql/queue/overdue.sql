-- Finds tasks that have waited longer than their timeout for a host that cannot be called, most urgent first. It reads only the
-- front of each lane.
select candidate.batch_id, candidate.no
from (
  select front.*
  from (select unnest(:lanes::text[]) as lane, unnest(:limits::integer[]) as room) as wanted
  cross join lateral (
    select queue.batch_id, queue.no, queue.priority, queue.position
    from queue
    where queue.lane = wanted.lane and queue.parked is null
    order by queue.priority desc, queue.position
    limit wanted.room
    for update skip locked) as front) as candidate
join task on task.batch_id = any (array[candidate.batch_id]) and task.no = any (array[candidate.no])
join task_state as state on state.batch_id = any (array[candidate.batch_id]) and state.no = candidate.no
where state.last_updated < :now::timestamptz - make_interval(secs => task.timeout_secs)
order by candidate.priority desc, candidate.position
limit :max;
