-- Lists the tasks that a claimer may take if their rules allow it, most urgent first: from each lane as many as it has room
-- for, and up to as many again that are parked on the given places. It locks nothing, so that a task that another transaction
-- has locked keeps its turn.
select candidate.batch_id, candidate.no, candidate.lane, candidate.parked, task.kind, task.rules, task.metadata,
  state.expected_count, state.success, state.failures,
  case when task.spread_parallel > 0 then task.spread_of else 0 end as bounded_spread, task.spread_parallel
from (
  select standing.*
  from (select unnest(:lanes::text[]) as lane, unnest(:limits::integer[]) as room) as wanted
  cross join lateral (
    (select queue.batch_id, queue.no, queue.lane, queue.parked, queue.priority, queue.position,
      coalesce(queue.slot, queue.position) as turn
    from queue
    where queue.lane = wanted.lane and queue.parked is null
    order by queue.priority desc, queue.position
    limit wanted.room)
    union all
    select waiting.*
    from (select unnest(:places::text[]) as name) as place
    cross join lateral (
      select queue.batch_id, queue.no, queue.lane, queue.parked, queue.priority, queue.position,
      coalesce(queue.slot, queue.position) as turn
      from queue
      where queue.parked = place.name and queue.lane = wanted.lane
      order by queue.priority desc, queue.position
      limit wanted.room) as waiting) as standing
  order by standing.priority desc, standing.turn, standing.position
  limit 2 * :max) as candidate
join task on task.batch_id = any (array[candidate.batch_id]) and task.no = any (array[candidate.no])
join task_state as state on state.batch_id = any (array[candidate.batch_id]) and state.no = candidate.no
order by candidate.priority desc, candidate.turn, candidate.position;
