-- Counts the tasks of a workspace that are claimed before a given one by their fairness keys, up to a limit; the most frequent first.
select task.fairness_key, count(*) as count
from (
  select queue.batch_id, queue.no
  from queue
  where lane = :lane and parked is null and (priority > :priority or (priority = :priority and position < :position))
  order by priority desc, position
  limit :limit) as ahead
join task on task.batch_id = any (array[ahead.batch_id]) and task.no = ahead.no
where workspace_of(ahead.batch_id) = :workspace
group by task.fairness_key
order by count(*) desc, task.fairness_key nulls last
limit :keys;
