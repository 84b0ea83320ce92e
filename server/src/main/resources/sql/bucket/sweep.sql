-- Removes buckets that are full again and for which no task waits. One that a claim has locked is in use.
delete from bucket
using (
  select bucket.name from bucket where bucket.full_at <= :now::timestamptz and bucket.due_at is null limit :max for update skip locked) as full_again
where bucket.name = full_again.name;
