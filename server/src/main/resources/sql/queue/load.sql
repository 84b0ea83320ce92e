-- Counts queued tasks, leases, workers and owed calls for metrics, each up to a bound that keeps the statement short.
select
  (select count(*) from (select from queue where queue.parked is null limit :bound) as ready) as ready,
  (select count(*) from (select from queue where queue.parked is not null limit :bound) as parked) as parked,
  (select count(*) from (select from lease where lease.worker limit :bound) as held) as by_workers,
  (select count(*) from (select from lease where not lease.worker limit :bound) as held) as by_webhooks,
  (select count(distinct holder) from (select holder from lease where lease.worker limit :bound) as held) as workers,
  (select count(*) from (select from outbox limit :bound) as owed) as owed;
