-- Reads the rows of a task's log that contain lines after a given one, oldest first. The page ends where it is long enough, but has
-- at least one row; found is the number of rows without that bound.
with page as materialized (
  select attempt, first_line, bytes, content, at,
    sum(bytes) over (order by attempt, first_line rows between unbounded preceding and current row) as read_bytes
  from task_log
  where batch_id = :batch and no = :no and attempt <= :last_attempt
    and (attempt, first_line) >= (:attempt, coalesce((
      select max(first_line) from task_log
      where batch_id = :batch and no = :no and attempt = :attempt and first_line <= :after_line + 1), 0))
  order by attempt, first_line
  limit :rows
)
select attempt, first_line, content, at, (select count(*) from page) as found
from page
where read_bytes - bytes < :most_bytes
order by attempt, first_line;
