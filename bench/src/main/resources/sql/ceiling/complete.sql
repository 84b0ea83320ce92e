-- Completes tasks with success: state, lease, facts, the readiness of their children, queue, ledger, counts. It writes the same
-- rows as the server does, but decides about them in SQL.
with ended as (
  update task_state as state
  set status = 'success', ended_at = now(), last_updated = now()
  from (select unnest(?::uuid[]) as batch_id, unnest(?::integer[]) as no) as done
  where state.batch_id = any (array[done.batch_id]) and state.no = done.no and state.status = 'running'
  returning state.batch_id, state.no, state.attempt
), released as (
  delete from lease using ended where lease.batch_id = any (array[ended.batch_id]) and lease.no = ended.no
), numbered as materialized (
  select batch_id, nextval('event_seq') as seq, nos, attempts
  from (
    select batch_id, array_agg(no order by no) as nos, array_agg(attempt order by no) as attempts
    from ended
    group by batch_id) as grouped
), recorded as (
  insert into event (batch_id, seq, type, nos, attempts, at)
  select batch_id, seq, 'success', nos, attempts, now() from numbered
), resolved as (
  insert into fact (batch_id, parent, child, satisfied, resolution, satisfying_attempt, row_version, satisfied_at)
  select numbered.batch_id, entry.no, edge.child, true, 'SUCCESS', entry.attempt,
    numbered.seq * 1048576 + entry.ordinal - 1, now()
  from numbered
  cross join lateral (
    select unnest(numbered.nos) as no, unnest(numbered.attempts) as attempt,
      generate_subscripts(numbered.nos, 1) as ordinal) as entry
  cross join lateral (select children from task where batch_id = numbered.batch_id and no = entry.no limit 1) as task
  cross join lateral unnest(task.children) as edge (child)
  returning batch_id, child
), gained as (
  select batch_id, child as no, count(*)::integer as satisfied from resolved group by batch_id, child
), moved as (
  update task_state as state
  set satisfied = state.satisfied + gained.satisfied,
    status = case when state.satisfied + gained.satisfied = state.required then 'pending' else state.status end,
    last_updated = now()
  from gained
  where state.batch_id = any (array[gained.batch_id]) and state.no = gained.no
  returning state.batch_id, state.no, state.attempt, state.status
), queued as (
  insert into queue (batch_id, no, lane, priority, ready_at)
  select moved.batch_id, moved.no, task.lane, task.priority, now()
  from moved
  join task on task.batch_id = any (array[moved.batch_id]) and task.no = moved.no
  where moved.status = 'pending'
), announced as (
  insert into event (batch_id, seq, type, nos, attempts, at)
  select batch_id, nextval('event_seq'), 'pending', array_agg(no), array_agg(attempt), now()
  from moved
  where status = 'pending'
  group by batch_id
)
update batch
set success = batch.success + counted.count,
  completed_at = case when batch.success + counted.count = batch.total then now() end,
  state = case when batch.success + counted.count = batch.total then 'succeeded' else 'running' end::batch_state
from (select batch_id, count(*)::integer from ended group by batch_id) as counted
where batch.batch_id = any (array[counted.batch_id]);
