-- Unparks, for each due bucket, as many of its tasks as it has tokens.
with due as (
  select bucket.name,
    greatest(1, least(bucket.max_starts,
      bucket.max_starts + floor(extract(epoch from :now::timestamptz - bucket.full_at) * bucket.max_starts / bucket.per_secs)))::bigint
      as tokens
  from bucket
  where bucket.due_at <= :now::timestamptz
  order by bucket.due_at
  limit :max
  for update skip locked
), settled as (
  update bucket set due_at = null from due where bucket.name = due.name
), next as materialized (
  select waiting.batch_id, waiting.no
  from due
  cross join lateral (
    select q.batch_id, q.no
    from queue as q
    where q.parked = due.name
    order by q.priority desc, q.position
    limit due.tokens
    for update skip locked) as waiting
)
update queue
set parked = null
from next
where queue.batch_id = any (array[next.batch_id]) and queue.no = next.no
returning queue.lane;
