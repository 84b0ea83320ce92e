-- Exports all edges with their facts, ordered by the task that they lead into. An edge without a fact is open. The version of a fact
-- is that of the ledger entry that resolved the edge: the ID of the outside event behind it, or its time and its number, from which a
-- ULID is made.
select workspace.tenant as tenant_id, workspace.name as workspace_id, edge.child_batch as run_id,
  upstream.local_id as upstream_task_key, downstream.local_id as downstream_task_key,
  task_id(edge.parent_batch, edge.parent) as upstream_task_id, task_id(edge.child_batch, edge.child) as downstream_task_id,
  condition_text(edge.condition) as condition, edge.satisfied, edge.resolution, edge.satisfied_at, edge.satisfying_attempt,
  coalesce(event.source_id, lpad(to_hex((extract(epoch from event.at) * 1000)::bigint), 12, '0') || '0000'
    || lpad(to_hex(edge.row_version), 16, '0')) as row_version
from (
  select defined.batch_id as parent_batch, defined.parent, defined.batch_id as child_batch, defined.child, defined.condition,
    fact.satisfied, fact.resolution, fact.satisfying_attempt, fact.row_version, fact.satisfied_at
  from (
    select task.batch_id, task.no as parent, unnest(task.children) as child, unnest(edge_conditions(task.conditions)) as condition
    from task) as defined
  left join fact on fact.batch_id = defined.batch_id and fact.parent = defined.parent and fact.child = defined.child
  union all
  select parent_batch, parent, child_batch, child, condition, satisfied, resolution, satisfying_attempt, row_version, satisfied_at
  from foreign_edge) as edge
join batch on batch.batch_id = edge.child_batch
join workspace on workspace.number = workspace_of(batch.batch_id)
join task as downstream on downstream.batch_id = edge.child_batch and downstream.no = edge.child
left join task as upstream on upstream.batch_id = edge.parent_batch and upstream.no = edge.parent
left join event on event.batch_id = edge.parent_batch and event.seq = entry_row(edge.row_version)
order by edge.child_batch, edge.child, edge.parent_batch, edge.parent;
