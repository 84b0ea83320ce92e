-- I19: a task has a lease exactly while it is Claimed or Running, unless it runs without an executor, and the lease has the task's
-- kind.
select coalesce(state.batch_id, lease.batch_id) as batch_id, coalesce(state.no, lease.no) as no,
  format('%s, %s', coalesce(state.status::text, 'no task'),
    case when lease.no is null then 'no lease' else format('a lease of %s for kind %s', lease.holder, lease.kind) end) as difference
from task_state as state
full join lease on lease.batch_id = state.batch_id and lease.no = state.no
left join task on task.batch_id = coalesce(state.batch_id, lease.batch_id) and task.no = coalesce(state.no, lease.no)
where (lease.no is not null) <> coalesce(is_held(state.status) and task.wait is null and task.call is null, false) or lease.kind <> task.kind;
