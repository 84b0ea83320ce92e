-- Reads how many seconds remain until the first timer, lease, wait or deadline is due.
select extract(epoch from least(
    (select min(due_at) from timer), (select min(expires_at) from lease), (select min(due_at) from wait where due_at is not null),
    (select min(due_at) from deadline where due_at is not null)) - :now::timestamptz) as seconds;
