-- Counts the held items of spreads.
select spread.ordinal, count(lease.no) as count
from (
  select unnest(:batches::uuid[]) as batch_id, unnest(:nos::integer[]) as no,
    generate_subscripts(:batches::uuid[], 1) as ordinal) as spread
join task_state as state on state.batch_id = any (array[spread.batch_id]) and state.no = spread.no
left join lease
  on lease.batch_id = any (array[spread.batch_id]) and lease.no between state.first_item and state.first_item + state.items - 1
group by spread.ordinal;
