-- How many items of spreads somebody holds.
select spread.ordinal, count(lease.no) as count
from unnest(:batches::uuid[], :nos::integer[]) with ordinality as spread (batch_id, no, ordinal)
join task_state as state on state.batch_id = any (array[spread.batch_id]) and state.no = spread.no
left join lease
  on lease.batch_id = any (array[spread.batch_id]) and lease.no between state.first_item and state.first_item + state.items - 1
group by spread.ordinal;
