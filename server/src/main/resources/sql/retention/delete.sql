-- Deletes batches with everything that belongs to them.
with tasks as (
  delete from task where batch_id = any (:batches::uuid[]) returning 1
), states as (
  delete from task_state where batch_id = any (:batches::uuid[])
), facts as (
  delete from fact where batch_id = any (:batches::uuid[])
), tied as (
  delete from foreign_edge where parent_batch = any (:batches::uuid[]) or child_batch = any (:batches::uuid[])
), results as (
  delete from result where batch_id = any (:batches::uuid[])
), events as (
  delete from event where batch_id = any (:batches::uuid[])
), logs as (
  delete from task_log where batch_id = any (:batches::uuid[])
), attempts as (
  delete from past_attempt where batch_id = any (:batches::uuid[])
), progressing as (
  delete from progress where batch_id = any (:batches::uuid[])
), dead_calls as (
  delete from outbox where batch_id = any (:batches::uuid[])
), executions as (
  delete from webhook_execution where batch_id = any (:batches::uuid[])
), waits as (
  delete from wait where batch_id = any (:batches::uuid[])
), signals as (
  delete from signal where batch_id = any (:batches::uuid[])
), signal_ids as (
  delete from signal_id where batch_id = any (:batches::uuid[])
), runs as (
  delete from call where batch_id = any (:batches::uuid[])
), deadlines as (
  delete from deadline where batch_id = any (:batches::uuid[])
), keys as (
  delete from submission_key where batch_id = any (:batches::uuid[])
), batches as (
  delete from batch where batch_id = any (:batches::uuid[])
)
select count(*) from tasks;
