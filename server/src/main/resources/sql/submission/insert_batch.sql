-- Inserts a batch, the first rows of its ledger and its entry in the audit trail.
with born as (
  insert into batch (batch_id, name, metadata, inputs, total, last_no, created_at)
  values (:batch, :name, :metadata::jsonb, :inputs::json, :total, :total, :now::timestamptz)
), audited as (
  insert into audit (workspace, at, actor, action, target)
  values (workspace_of(:batch), :now::timestamptz, :actor, 'batch.submit', :batch::uuid::text)
)
insert into event (batch_id, seq, type, nos, attempts, actor, at)
select :batch, nextval('event_seq'), e.type, e.nos::integer[], array_fill(0, array[cardinality(e.nos::integer[])]),
  case when e.ordinal = 1 then :actor end, :now::timestamptz
from (
  select unnest(:types::text[]) as type, unnest(:nos::text[]) as nos, generate_subscripts(:types::text[], 1) as ordinal) as e
order by e.ordinal;
