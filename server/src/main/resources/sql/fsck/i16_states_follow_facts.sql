-- I16: a task waits exactly while an edge is open and none is unsatisfied; a skipped task has an unsatisfied edge or a false
-- guard.
with unmet as (
  select batch_id, child from fact where not satisfied
  union
  select child_batch, child from foreign_edge where not satisfied
), judged as (
  select state.*, unmet.child is not null as impossible, state.satisfied = state.required as complete
  from task_state as state
  left join unmet on unmet.batch_id = state.batch_id and unmet.child = state.no
)
select batch_id, no,
  format('%s with %s of %s edges satisfied%s%s', status || coalesce(' from ' || paused_from, ''), satisfied, required,
    case when impossible then ' and one unsatisfied' else '' end, coalesce(', because: ' || failure_reason, '')) as difference
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
