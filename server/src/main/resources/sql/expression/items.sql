-- How the items of spreads ended, as far as they had before this transaction.
select spread.batch_id, item.no, item.status, item.failure_reason, result.value::text as value
from (
  select unnest(:batches::uuid[]) as batch_id, unnest(:firsts::integer[]) as first,
    unnest(:counts::integer[]) as count) as spread
join task_state as item
  on item.batch_id = any (array[spread.batch_id]) and item.no between spread.first and spread.first + spread.count - 1
left join result on result.batch_id = any (array[item.batch_id]) and result.no = item.no
where item.status in ('success', 'failure', 'canceled', 'skipped');
