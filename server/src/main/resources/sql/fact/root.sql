-- Climbs from a skipped task along edges that were not satisfied, while the parent was skipped for the same reason, and returns the
-- task at which that began. Of several such parents it takes the first to end.
with recursive climb (batch_id, no, steps) as (
  select :batch::uuid, :no::integer, 0
  union all
  select up.parent_batch, up.parent, climb.steps + 1
  from climb
  cross join lateral (
    select status, failure_reason from task_state where batch_id = climb.batch_id and no = climb.no limit 1) as state
  cross join lateral (
    select edge.parent_batch, edge.parent
    from (
      select task.batch_id as parent_batch, own.parent, fact.satisfied_at
      from task
      cross join lateral unnest(task.parents) as own (parent)
      join lateral (
        select satisfied_at
        from fact
        where batch_id = task.batch_id and parent = own.parent and child = task.no and not satisfied
        limit 1) as fact on true
      where task.batch_id = climb.batch_id and task.no = climb.no
      union all
      select parent_batch, parent, satisfied_at
      from foreign_edge
      where child_batch = climb.batch_id and child = climb.no and satisfied is false) as edge
    order by edge.satisfied_at, edge.parent_batch, edge.parent
    limit 1) as up
  where state.status = 'skipped' and state.failure_reason = :unmet and climb.steps < :max
)
select root.batch_id, root.no, root.steps, task.name, state.status, state.failure_reason
from (select * from climb where steps > 0 order by steps desc limit 1) as root
cross join lateral (select name from task where batch_id = root.batch_id and no = root.no limit 1) as task
cross join lateral (
  select status, failure_reason from task_state where batch_id = root.batch_id and no = root.no limit 1) as state;
