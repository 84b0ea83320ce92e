-- Finds the batches that ended longest ago, up to the size of one step but at least one. It keeps batches that still owe calls,
-- or that tasks of running batches depend on.
select oldest.batch_id
from (
  select done.batch_id, done.total, sum(done.total) over (order by done.completed_at, done.batch_id) as tasks
  from (
    select batch.batch_id, batch.total, batch.completed_at
    from batch
    where batch.completed_at < :cutoff::timestamptz
      and not exists (select from outbox where outbox.batch_id = batch.batch_id and not outbox.dead)
      and not exists (
        select from foreign_edge as edge
        join batch as child on child.batch_id = edge.child_batch
        where edge.parent_batch = batch.batch_id and child.completed_at is null)
    order by batch.completed_at, batch.batch_id
    limit :max
    for update of batch skip locked) as done) as oldest
where oldest.tasks - oldest.total < :max;
