-- I25: a ledger row has an attempt, and if any then a detail, for each of its tasks, and no more entries than ids.
select batch_id, null::integer as no,
  format('row %s of type %s has %s tasks, %s attempts and %s details', seq, type, cardinality(nos), cardinality(attempts),
    coalesce(json_array_length(details)::text, 'no')) as difference
from event
where cardinality(nos) <> cardinality(attempts) or json_array_length(details) <> cardinality(nos) 
  or entry_id(seq, cardinality(nos)) > entry_id(seq + 1, 0);
