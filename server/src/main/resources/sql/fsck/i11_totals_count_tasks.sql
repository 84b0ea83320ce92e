-- I11: the total of a batch is its number of tasks, and last_no is not below its highest task number.
select batch.batch_id, null::integer as no,
  format('total is %s and last_no %s, but there are %s tasks up to number %s', batch.total, batch.last_no, counted.tasks,
    counted.last) as difference
from batch
cross join lateral (
  select count(*) as tasks, coalesce(max(task.no), 0) as last from task where task.batch_id = batch.batch_id) as counted
where batch.total <> counted.tasks or batch.last_no < counted.last;
