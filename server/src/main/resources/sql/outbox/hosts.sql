-- Lists the hosts of owed calls, each with the seconds until its first call is due. The recursion takes one index step per
-- host.
with recursive host (name, due_at) as (
  (select host, due_at from outbox where not dead order by host, due_at limit 1)
  union all
  select next.host, next.due_at
  from host
  cross join lateral (
    select outbox.host, outbox.due_at
    from outbox
    where not outbox.dead and outbox.host > host.name
    order by outbox.host, outbox.due_at
    limit 1) as next
)
select name, extract(epoch from due_at - :now::timestamptz) as seconds from host limit :max;
