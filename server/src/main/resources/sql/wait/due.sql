-- Takes waits that are due: from now on, neither a signal nor a pause changes how they end. Each is left alone for a while, so that
-- only one server acts on it; if that server dies, another one finds it again later.
with due as (
  select batch_id, no
  from wait
  where due_at <= :now::timestamptz
  order by due_at
  limit :max
  for update skip locked
)
update wait
set due_at = :now::timestamptz + :grace::interval, answered = true
from due
where wait.batch_id = any (array[due.batch_id]) and wait.no = due.no
returning wait.batch_id, wait.no, wait.attempt, wait.claims, wait.answer, wait.expires;
