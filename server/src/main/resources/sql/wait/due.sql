-- Takes waits that are due. Each is left alone for a while, so that only one server acts on it; if that server dies, another one
-- finds it again later.
with due as (
  select batch_id, no
  from wait
  where due_at <= :now::timestamptz
  order by due_at
  limit :max
  for update skip locked
)
update wait
set due_at = :now::timestamptz + :grace::interval
from due
where wait.batch_id = any (array[due.batch_id]) and wait.no = due.no
returning wait.batch_id, wait.no, wait.attempt, wait.claims, wait.answered, wait.answer, wait.expires;
