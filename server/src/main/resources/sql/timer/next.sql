-- Reads how many seconds remain until the first timer or lease is due.
select extract(epoch from least(
    (select min(due_at) from timer), (select min(expires_at) from lease)) - :now::timestamptz) as seconds;
