-- A rerun takes back what its tasks said about their edges, except to children that succeeded and stay so.
with reopened as (
  select * from unnest(:batches::uuid[], :nos::integer[]) as r (batch_id, no)
), forgotten as (
  delete from fact
  using reopened
  where fact.batch_id = reopened.batch_id and fact.parent = reopened.no
    and not exists (
      select from task_state as state
      where state.batch_id = fact.batch_id and state.no = fact.child and state.status = 'success'
        and not exists (select from reopened as r where r.batch_id = state.batch_id and r.no = state.no))
), unanswered as (
  update batch
  set result = null, result_no = null
  from reopened
  where batch.batch_id = reopened.batch_id and batch.result_no = reopened.no
)
delete from result
using reopened
where result.batch_id = reopened.batch_id and result.no = reopened.no;
