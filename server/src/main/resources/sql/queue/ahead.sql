-- Counts the tasks of a lane that are claimed before a given one, up to a limit.
select count(*)
from (
  select from queue
  where lane = :lane and parked is null and (priority > :priority or (priority = :priority and position < :position))
  limit :limit) as ahead;
