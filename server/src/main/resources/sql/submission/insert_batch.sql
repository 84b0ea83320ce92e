-- Inserts a batch, the first rows of its ledger and its entry in the audit trail.
with born as (
  insert into batch (
    batch_id, name, metadata, labels, inputs, total, last_no, stops_on_failure, deadline_millis, parent_batch, parent_no, parent_attempt, level,
    created_at)
  values (
    :batch, :name, :metadata::jsonb, :labels::jsonb, :inputs::json, :total, :total, :stops_on_failure, :deadline_millis::bigint, :parent_batch::uuid,
    :parent_no::integer, :parent_attempt::integer, :level, :now::timestamptz)
), due as (
  insert into deadline (batch_id, no, due_at)
  select :batch, 0, :now::timestamptz + make_interval(secs => :deadline_millis::bigint / 1000.0)
  where :deadline_millis::bigint is not null
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
