-- Deletes everything else about the items of spreads that start over.
with gone as (
  select unnest(:batches::uuid[]) as batch_id, unnest(:nos::integer[]) as no
), facts as (
  delete from fact using gone where fact.batch_id = any (array[gone.batch_id]) and fact.parent = gone.no
), results as (
  delete from result using gone where result.batch_id = any (array[gone.batch_id]) and result.no = gone.no
), attempts as (
  delete from past_attempt using gone where past_attempt.batch_id = any (array[gone.batch_id]) and past_attempt.no = gone.no
), progressing as (
  delete from progress using gone where progress.batch_id = any (array[gone.batch_id]) and progress.no = gone.no
), logs as (
  delete from task_log using gone where task_log.batch_id = any (array[gone.batch_id]) and task_log.no = gone.no
), queued as (
  delete from queue using gone where queue.batch_id = any (array[gone.batch_id]) and queue.no = gone.no
), leased as (
  delete from lease using gone where lease.batch_id = any (array[gone.batch_id]) and lease.no = gone.no
), waiting as (
  delete from wait using gone where wait.batch_id = any (array[gone.batch_id]) and wait.no = gone.no
), calling as (
  update call
  set wanted = 'stop', due_at = :now::timestamptz
  from gone
  where call.batch_id = any (array[gone.batch_id]) and call.no = gone.no
), timed as (
  delete from timer using gone where timer.batch_id = any (array[gone.batch_id]) and timer.no = gone.no
)
delete from task using gone where task.batch_id = any (array[gone.batch_id]) and task.no = gone.no;
