-- Reads the ledger entries of a batch after a given entry. A row may hold a thousand entries, so each row is cut to the wanted
-- entries before it is expanded. A row about the batch as a whole names no task and is one entry.
select entry_id(event.seq, coalesce(event.skipped + entry.ordinal - 1, 0)) as entry_id, event.type, entry.no, entry.attempt,
  event.at, entry.detail, event.source_id, event.actor
from (
  select *, greatest(:after::bigint + 1 - entry_id(seq, 0), 0)::integer as skipped
  from event
  where batch_id = :batch and seq >= entry_row(:after::bigint) and seq <= :settled
  order by seq
  limit :limit + 1) as event
cross join lateral (
  select array_agg(value order by ordinal) as texts
  from json_array_elements_text(event.details) with ordinality as d (value, ordinal)
  where ordinal > event.skipped and ordinal <= event.skipped + :limit) as detail
left join lateral (
  select unnest(event.nos[event.skipped + 1 : event.skipped + :limit]) as no,
    unnest(event.attempts[event.skipped + 1 : event.skipped + :limit]) as attempt, unnest(detail.texts) as detail,
    generate_subscripts(event.nos[event.skipped + 1 : event.skipped + :limit], 1) as ordinal) as entry on true
where entry.ordinal is not null or (event.skipped = 0 and event.nos = '{}')
order by event.seq, entry.ordinal
limit :limit;
