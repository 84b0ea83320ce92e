-- Queues tasks that became ready and were not assigned to a waiting worker. A task that was put back has had its turn before: it
-- comes before all others of its priority.
insert into queue (batch_id, no, lane, priority, position, parked, ready_at)
select q.batch_id, q.no, q.lane, task.priority, case when q.first then 0 else nextval('queue_position') end, q.parked,
  :now::timestamptz
from (
  select unnest(:queue_batches::uuid[]) as batch_id, unnest(:queue_nos::integer[]) as no,
    unnest(:queue_lanes::text[]) as lane, unnest(:queue_parked::text[]) as parked,
    unnest(:queue_first::boolean[]) as first,
    generate_subscripts(:queue_batches::uuid[], 1) as ordinal) as q
join task on task.batch_id = any (array[q.batch_id]) and task.no = q.no
order by q.ordinal;
