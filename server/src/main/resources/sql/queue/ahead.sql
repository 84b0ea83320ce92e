-- How many tasks of a lane are taken before one of them, counted no further than anybody cares.
select count(*)
from (
  select from queue
  where lane = :lane and parked is null and (priority > :priority or (priority = :priority and position < :position))
  limit :limit) as ahead;
