-- Gives a call its child batch, if it may start one now. A call that has to wait until fewer items of its spread run is left alone
-- until then. The caller holds the lock of the spread (call/lock_spread).
with asked as (
  select call.batch_id, call.no, call.attempt,
    call.parallel = 0
      or (
        select count(*)
        from call as other
        join batch as child on child.batch_id = any (array[other.child_batch])
        where other.batch_id = call.batch_id and other.spread_of = call.spread_of and other.parallel > 0
          and other.child_batch is not null and other.wanted <> 'stop' and child.state = 'running') < call.parallel as free
  from call
  where call.batch_id = :batch and call.no = :no and call.attempt = :attempt
)
update call
set child_batch = case when asked.free then :child::uuid end, due_at = null
from asked
where call.batch_id = any (array[asked.batch_id]) and call.no = asked.no and call.attempt = asked.attempt and call.wanted = 'run'
  and call.child_batch is null
returning asked.free;
