-- Takes deadlines that have passed. Each is left alone for a while, so that only one server acts on it; if that server dies,
-- another one finds it again later. Those of batches that are over are removed.
with due as materialized (
  select deadline.batch_id, deadline.no, deadline.no = 0 and batch.completed_at is not null as over
  from deadline
  left join batch on batch.batch_id = any (array[deadline.batch_id])
  where deadline.due_at <= :now::timestamptz
  order by deadline.due_at
  limit :max
  for update of deadline skip locked
), removed as (
  delete from deadline using due
  where deadline.batch_id = any (array[due.batch_id]) and deadline.no = due.no and due.over
), postponed as (
  update deadline
  set due_at = :now::timestamptz + :grace::interval
  from due
  where deadline.batch_id = any (array[due.batch_id]) and deadline.no = due.no and not due.over
)
select batch_id, no from due where not over;
