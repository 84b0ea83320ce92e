-- I24: facts and edges connect tasks that exist; ledger rows, logs, attempts, progress, owed calls, made calls, waits, signals, calls of
-- workflows and deadlines belong to batches that exist; a batch with foreign edges is marked as tied. A parent in another batch
-- may be deleted once its edge is resolved.
select astray.batch_id, astray.child as no, format('a fact about an edge from number %s that is not there', astray.parent) as difference
from (
  select batch_id, parent, child from fact
  except
  select task.batch_id, task.no, child from task cross join lateral unnest(task.children) as child) as astray
union all
select edge.child_batch, edge.child, format('an edge from %s number %s lacks an end', edge.parent_batch, edge.parent)
from foreign_edge as edge
left join task as parent on parent.batch_id = edge.parent_batch and parent.no = edge.parent
left join task as child on child.batch_id = edge.child_batch and child.no = edge.child
where child.no is null or (parent.no is null and edge.satisfied is null)
union all
select batch.batch_id, null, 'edges between batches end here, and the batch does not say so'
from batch
where not batch.tied
  and (exists (select from foreign_edge where parent_batch = batch.batch_id)
    or exists (select from foreign_edge where child_batch = batch.batch_id))
union all
select owned.batch_id, null, format('%s rows of %s have no batch', count(*), owned.owner)
from (
  select batch_id, 'event' as owner from event
  union all
  select batch_id, 'outbox' from outbox
  union all
  select batch_id, 'webhook_execution' from webhook_execution
  union all
  select batch_id, 'task_log' from task_log
  union all
  select batch_id, 'wait' from wait
  union all
  select batch_id, 'signal' from signal where batch_id is not null
  union all
  select batch_id, 'signal_id' from signal_id where batch_id <> '00000000-0000-0000-0000-000000000000'
  union all
  select batch_id, 'call' from call
  union all
  select batch_id, 'deadline' from deadline
  union all
  select batch_id, 'past_attempt' from past_attempt
  union all
  select batch_id, 'progress' from progress) as owned
left join batch on batch.batch_id = owned.batch_id
where batch.batch_id is null
group by owned.batch_id, owned.owner;
