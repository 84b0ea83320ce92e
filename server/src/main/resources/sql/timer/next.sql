-- How long nothing becomes due.
select extract(epoch from least(
    (select min(due_at) from timer), (select min(expires_at) from lease)) - :now::timestamptz) as seconds;
