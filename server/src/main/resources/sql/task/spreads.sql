-- Counts the items of a batch's spreads per state, over the numbers that each spread gave its items.
select spread.no, spread.items,
  count(*) filter (where item.status = 'waiting') as waiting,
  count(*) filter (where item.status = 'pending') as pending,
  count(*) filter (where item.status = 'claimed') as claimed,
  count(*) filter (where item.status = 'running') as running,
  count(*) filter (where item.status = 'success') as success,
  count(*) filter (where item.status = 'failure') as failure,
  count(*) filter (where item.status = 'canceled') as canceled,
  count(*) filter (where item.status = 'skipped') as skipped,
  count(*) filter (where item.status = 'paused') as paused,
  count(*) filter (where item.status = 'retry_pending') as retry_pending
from task_state as spread
left join lateral generate_series(spread.first_item, spread.first_item + spread.items - 1) as run (no) on true
left join lateral (
  select status from task_state where batch_id = :batch and no = run.no limit 1) as item on true
where spread.batch_id = :batch and spread.items >= 0
group by spread.no, spread.items
order by spread.no;
