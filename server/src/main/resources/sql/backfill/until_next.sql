-- Reads how many seconds remain until the next backfill has to be looked at.
select extract(epoch from look_at - :now::timestamptz) from backfill where look_at is not null order by look_at limit 1;
