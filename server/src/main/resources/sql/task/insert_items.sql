-- Inserts the items of spreads: a copy of the spread's task for each value of its list.
with item as (
  select unnest(:batches::uuid[]) as batch_id, unnest(:spreads::integer[]) as spread, unnest(:nos::integer[]) as no,
    unnest(:indexes::integer[]) as index, unnest(:items::text[]) as item
)
insert into task (
  batch_id, no, local_id, name, kind, lane, timeout_secs, priority, fairness_key, fairness_weight, metadata, children, conditions, parents,
  parent_conditions, on_start, on_cancel, retry, rules, start_after, let_expression, when_expression, output_expression, input,
  spread_expression, spread_collect, spread_fail_fast, spread_min_success, spread_parallel, wait, call, stops_batch, called, reads,
  spread_of, item_index, item, created_at)
select
  item.batch_id, item.no, task.local_id || '[' || item.index || ']', task.local_id || '[' || item.index || ']', task.kind, task.lane,
  task.timeout_secs, task.priority, task.fairness_key, task.fairness_weight, task.metadata, array[item.spread], 'A', '{}', '',
  task.on_start, task.on_cancel, task.retry, task.rules, task.start_after, task.let_expression, task.when_expression, null, task.input,
  task.spread_expression, task.spread_collect, task.spread_fail_fast, task.spread_min_success, task.spread_parallel, task.wait, task.call,
  task.stops_batch, task.called, task.reads, item.spread, item.index, item.item::json, :now::timestamptz
from item
join task on task.batch_id = any (array[item.batch_id]) and task.no = item.spread;
