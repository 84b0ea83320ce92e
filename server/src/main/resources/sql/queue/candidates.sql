-- The tasks a claimer may take now if their rules let it: from each lane as many as it has room for, the most urgent
-- first. Rows that somebody else is taking are passed over.
select candidate.batch_id, candidate.no, task.kind, task.rules, case when task.rules is not null then task.metadata end as metadata,
  state.expected_count, state.success, state.failures,
  case when task.spread_parallel > 0 then task.spread_of else 0 end as bounded_spread, task.spread_parallel
from (
  select taken.*
  from (select unnest(:lanes::text[]) as lane, unnest(:limits::integer[]) as room) as wanted
  cross join lateral (
    select queue.batch_id, queue.no, queue.priority, queue.position
    from queue
    where queue.lane = wanted.lane and queue.parked is null
    order by queue.priority desc, queue.position
    limit wanted.room
    for update skip locked) as taken
  order by taken.priority desc, taken.position
  limit :max) as candidate
join task on task.batch_id = any (array[candidate.batch_id]) and task.no = any (array[candidate.no])
join task_state as state on state.batch_id = any (array[candidate.batch_id]) and state.no = candidate.no
order by candidate.priority desc, candidate.position;
