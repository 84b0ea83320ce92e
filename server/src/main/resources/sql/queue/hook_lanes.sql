-- Lists the webhook lanes that have tasks ready, after the given lane. The recursion takes one index step per lane.
with recursive lane (name) as (
  (select queue.lane
  from queue
  where queue.parked is null and queue.lane > :after and queue.lane >= 'hook:' and queue.lane < 'hook;'
  order by queue.lane
  limit 1)
  union all
  select next.lane
  from lane
  cross join lateral (
    select queue.lane
    from queue
    where queue.parked is null and queue.lane > lane.name and queue.lane < 'hook;'
    order by queue.lane
    limit 1) as next
)
select name from lane limit :max;
