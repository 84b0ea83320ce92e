-- Takes timers that are due. A Pending task has reached its start and is queued, unless it runs without an executor;
-- where keys share lanes, the caller queues it. The other
-- timers are moved on, so that only one server acts on each; if that server dies, another one finds it again later.
with rung as (
  select timer.batch_id, timer.no
  from timer
  where timer.due_at <= :now::timestamptz
  order by timer.due_at
  limit :max
  for update skip locked
), due as materialized (
  select rung.batch_id, rung.no, task.lane, task.priority, coalesce(state.status = 'pending' and task.lane <> 'none', false) as starting
  from rung
  left join task on task.batch_id = any (array[rung.batch_id]) and task.no = rung.no
  left join task_state as state on state.batch_id = any (array[rung.batch_id]) and state.no = rung.no
), queued as (
  insert into queue (batch_id, no, lane, priority, ready_at)
  select batch_id, no, lane, priority, :now::timestamptz from due where starting and not :fairly order by batch_id, no
  on conflict do nothing
), started as (
  delete from timer using due where timer.batch_id = any (array[due.batch_id]) and timer.no = due.no and due.starting
), delayed as (
  update timer
  set due_at = :now::timestamptz + :grace::interval
  from due
  where timer.batch_id = any (array[due.batch_id]) and timer.no = due.no and not due.starting
)
select batch_id, no, case when starting then lane end as lane from due;
