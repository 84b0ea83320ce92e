-- Removes, for tasks that run again, the facts of the edges that leave them, their results, and the batch's result if one of
-- them gave it. Children that succeeded and are not run again (kept) keep their facts.
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
  set result = null, result_no = null
  from reopened
  where batch.batch_id = any (array[reopened.batch_id]) and batch.result_no = reopened.no
)
delete from result
using reopened
where result.batch_id = any (array[reopened.batch_id]) and result.no = reopened.no;
