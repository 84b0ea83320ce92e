-- I25: a ledger row has one attempt for each of its tasks, details for all of them or none, and no more entries than its entry
-- IDs can tell apart.
select batch_id, null::integer as no,
  format('row %s of type %s has %s tasks, %s attempts and %s details', seq, type, cardinality(nos), cardinality(attempts),
    coalesce(json_array_length(details)::text, 'no')) as difference
from event
where cardinality(nos) <> cardinality(attempts) or json_array_length(details) <> cardinality(nos) 
  or entry_id(seq, cardinality(nos)) > entry_id(seq + 1, 0);
