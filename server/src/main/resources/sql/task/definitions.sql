-- Reads the definitions of tasks in blocks of numbers, and how often their batches have grown; else they never change.
select
  batch.grown, task.batch_id, task.no, task.local_id, task.kind, task.lane, task.timeout_secs,
  task.children, task.conditions, task.parents, task.parent_conditions, task.join_count,
  task.retry, task.start_after, task.dead_end_barrier,
  task.on_start is not null as hooks_start, task.on_success is not null as hooks_success,
  task.on_failure is not null as hooks_failure, task.on_cancel is not null as hooks_cancel,
  task.let_expression, task.when_expression, task.output_expression, task.return_expression, task.spread_expression,
  task.spread_collect, task.spread_fail_fast, task.spread_min_success, task.spread_parallel, task.wait, task.call,
  task.deadline_millis, case when task.stops_batch then task.name end as fails_batch_as, task.called, task.reads, task.spread_of, task.item_index
from (select unnest(:batches::uuid[]) as batch_id, unnest(:firsts::integer[]) as first) as block
join batch on batch.batch_id = any (array[block.batch_id])
join task on task.batch_id = any (array[block.batch_id]) and task.no between block.first and block.first + :size - 1;
