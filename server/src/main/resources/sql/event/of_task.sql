-- Reads the ledger entries about one task, oldest first, without heartbeats and without those up to a given entry.
select entry_id(event.seq, entry.ordinal - 1) as entry_id, event.type, entry.no, entry.attempt, event.at, detail.value as detail,
  event.source_id, event.actor
from event
cross join lateral (
  select unnest(event.nos) as no, unnest(event.attempts) as attempt, generate_subscripts(event.nos, 1) as ordinal) as entry
left join lateral json_array_elements_text(event.details) with ordinality as detail (value, ordinal)
  on detail.ordinal = entry.ordinal
where event.batch_id = :batch and event.seq >= entry_row(:after::bigint) and event.seq <= :settled
  and entry_id(event.seq, entry.ordinal - 1) > :after::bigint and entry.no = :no and event.nos @> array[:no::integer]
  and event.type <> 'heartbeat'
order by event.seq, entry.ordinal
limit :limit;
