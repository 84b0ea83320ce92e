-- The batch itself and the first lines of its ledger.
with born as (
  insert into batch (batch_id, name, metadata, inputs, total, last_no, created_at)
  values (:batch, :name, :metadata::jsonb, :inputs::json, :total, :total, :now::timestamptz)
)
insert into event (batch_id, seq, type, nos, attempts, at)
select :batch, nextval('event_seq'), e.type, e.nos::integer[], array_fill(0, array[cardinality(e.nos::integer[])]), :now::timestamptz
from (
  select unnest(:types::text[]) as type, unnest(:nos::text[]) as nos, generate_subscripts(:types::text[], 1) as ordinal) as e
order by e.ordinal;
