-- Everything about a run of a batch's tasks by number, with or without the items of spreads.
select task.batch_id, task.no, task.name, task.kind, state.status, task.created_at, state.started_at, state.ended_at,
  state.success, state.failures, state.expected_count, task.dead_end_barrier, task.priority, state.attempt,
  task.timeout_secs, task.rules, task.metadata, task.on_start, task.on_success, task.on_failure, task.on_cancel,
  state.cancel_action, state.last_updated, state.failure_reason, task.retry, state.next_retry_at, result.value as result,
  parents.local_ids, parents.batches, parents.nos, parents.conditions
from task
join task_state as state on state.batch_id = task.batch_id and state.no = task.no
left join result on result.batch_id = task.batch_id and result.no = task.no
cross join lateral (
  select array_agg(edge.local_id order by edge.ordinal) as local_ids, array_agg(edge.batch_id order by edge.ordinal) as batches,
    array_agg(edge.no order by edge.ordinal) as nos, array_agg(edge.condition::text order by edge.ordinal) as conditions
  from (
    select parent.local_id, parent.batch_id, parent.no, own.condition, own.ordinal
    from unnest(task.parents, task.parent_conditions) with ordinality as own (no, condition, ordinal)
    join task as parent on parent.batch_id = task.batch_id and parent.no = own.no
    union all
    -- A parent that retention has removed is known by its edge alone.
    select parent.local_id, other.parent_batch, other.parent, other.condition,
      cardinality(task.parents) + row_number() over (order by other.parent_batch, other.parent)
    from foreign_edge as other
    left join task as parent on parent.batch_id = other.parent_batch and parent.no = other.parent
    where task.foreign_parents > 0 and other.child_batch = task.batch_id and other.child = task.no) as edge) as parents
where task.batch_id = :batch and task.no > :after and task.no <= :last and (:items or task.spread_of = 0)
order by task.no;
