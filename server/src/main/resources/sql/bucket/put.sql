-- Writes the buckets from which a claim took tokens, and those on which it parked tasks. A bucket is due if tasks are parked on it.
insert into bucket (name, max_starts, per_secs, full_at, due_at)
select given.name, given.max_starts, given.per_secs, given.full_at::timestamptz,
  case when waiting.parked is not null then given.due_at::timestamptz end
from (
  select unnest(:names::text[]) as name, unnest(:max_starts::bigint[]) as max_starts, unnest(:per_secs::text[])::double precision as per_secs,
    unnest(:full_at::text[]) as full_at, unnest(:due_at::text[]) as due_at) as given
left join lateral (select queue.parked from queue where queue.parked = given.name limit 1) as waiting on true
order by given.name
on conflict (name) do update set full_at = excluded.full_at, due_at = excluded.due_at
returning due_at;
