-- Counts the new tasks of a batch, gives the tasks that it had before their new edges, and tells the ledger and the audit trail. New
-- tasks that are admitted get their ledger entry with the facts of their edges.
with grown as (
  update batch
  set total = total + :added, last_no = :last_no, grown = grown + 1, version = version + 1
  where batch_id = :batch
), tied as (
  update task
  set children = task.children || edges.children, conditions = task.conditions || edges.conditions
  from (
    select unnest(:parents::integer[]) as no, unnest(:children::text[])::integer[] as children,
      unnest(:conditions::text[]) as conditions) as edges
  where task.batch_id = any (array[:batch::uuid]) and task.no = edges.no
), audited as (
  insert into audit (workspace, at, actor, action, target)
  values (workspace_of(:batch), :now::timestamptz, :actor, 'batch.grow', :batch::uuid::text)
)
insert into event (batch_id, seq, type, nos, attempts, actor, at)
select :batch, nextval('event_seq'), e.type, e.nos::integer[], array_fill(0, array[cardinality(e.nos::integer[])]), :actor,
  :now::timestamptz
from (
  select unnest(:types::text[]) as type, unnest(:nos::text[]) as nos, generate_subscripts(:types::text[], 1) as ordinal) as e
order by e.ordinal;
