-- Removes, for tasks that run again, the facts of the edges that leave them, their results, the batch's result if one of them gave
-- it, and the batch's verdict. Children that succeeded and are not run again (kept) keep their facts.
with reopened as (
  select unnest(:batches::uuid[]) as batch_id, unnest(:nos::integer[]) as no
), forgotten as (
  delete from fact
  using reopened
  where fact.batch_id = any (array[reopened.batch_id]) and fact.parent = reopened.no
    and (fact.batch_id, fact.child) not in (
      select batch_id, no from (
        select unnest(:kept_batches::uuid[]) as batch_id, unnest(:kept_nos::integer[]) as no) as kept)
), unanswered as (
  update batch
  set result = case when batch.result_no = any (again.nos) then null else batch.result end,
    result_no = case when batch.result_no = any (again.nos) then null else batch.result_no end,
    verdict = null,
    paused = batch.paused and batch.completed_at is null
  from (select batch_id, array_agg(no) as nos from reopened group by batch_id) as again
  where batch.batch_id = any (array[again.batch_id]) and (batch.result_no = any (again.nos) or batch.verdict is not null
    or (batch.paused and batch.completed_at is not null))
)
delete from result
using reopened
where result.batch_id = any (array[reopened.batch_id]) and result.no = reopened.no;
