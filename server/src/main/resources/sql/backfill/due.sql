-- Locks one backfill that has to be looked at. One that another server has locked is skipped.
select * from backfill where look_at <= :now::timestamptz order by look_at limit 1 for update skip locked;
