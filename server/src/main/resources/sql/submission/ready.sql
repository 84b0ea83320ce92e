-- Queues new tasks that are ready; a task with a later start_after gets a timer instead.
with given as (
  select no, lane, priority, start_after::timestamptz as start_after
  from (
    select unnest(:nos::integer[]) as no, unnest(:lanes::text[]) as lane, unnest(:priorities::integer[]) as priority,
      unnest(:start_after::text[]) as start_after) as g
), queued as (
  insert into queue (batch_id, no, lane, priority, ready_at)
  select :batch, no, lane, priority, :now::timestamptz
  from given
  where start_after is null or start_after <= :now::timestamptz
  order by no
)
insert into timer (batch_id, no, due_at)
select :batch, no, start_after
from given
where start_after > :now::timestamptz;
