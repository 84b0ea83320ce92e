-- I16: a task waits exactly while fewer edges are satisfied than it needs and the others can still be enough; a skipped task has
-- too many unsatisfied edges or a false guard.
with unmet as (
  select batch_id, child, count(*) as edges
  from (
    select batch_id, child from fact where not satisfied
    union all
    select child_batch, child from foreign_edge where not satisfied) as each
  group by batch_id, child
), judged as materialized (
  select state.*, state.satisfied = state.required as complete,
    -- The items of a spread always satisfy their edges.
    coalesce(unmet.edges, 0)
      > cardinality(task.parents) + task.foreign_parents - (state.required - greatest(state.items, 0)) as impossible
  from task_state as state
  join task on task.batch_id = state.batch_id and task.no = state.no
  left join unmet on unmet.batch_id = state.batch_id and unmet.child = state.no
)
select batch_id, no,
  format('%s with %s of %s edges satisfied%s%s', status || coalesce(' from ' || paused_from, ''), satisfied, required,
    case when impossible then ' and too many unsatisfied' else '' end, coalesce(', because: ' || failure_reason, '')) as difference
from judged
where case coalesce(paused_from, status)
  when 'waiting' then impossible or (complete and status = 'waiting')
  when 'pending' then not complete
  when 'claimed' then not complete
  when 'running' then not complete
  when 'retry_pending' then not complete
  when 'success' then not complete
  when 'skipped' then case failure_reason when 'Dependency condition not met' then not impossible
    when 'Guard is false' then not complete else true end
  else false end;
