-- Reads how the items of spreads ended before this transaction. If the results of a spread's items exceed the limit together,
-- they are left out.
with ended as (
  select spread.batch_id, spread.first, item.no, item.status, item.failure_reason, result.value::text as value,
    coalesce(sum(octet_length(result.value::text)) over (partition by spread.batch_id, spread.first), 0)
      <= :max_bytes::integer as fits
  from (
    select unnest(:batches::uuid[]) as batch_id, unnest(:firsts::integer[]) as first,
      unnest(:counts::integer[]) as count) as spread
  join task_state as item
    on item.batch_id = any (array[spread.batch_id]) and item.no between spread.first and spread.first + spread.count - 1
  left join result on result.batch_id = any (array[item.batch_id]) and result.no = item.no
  where is_terminal(item.status)
)
select batch_id, no, status, failure_reason, case when fits then value end as value, fits
from ended;
