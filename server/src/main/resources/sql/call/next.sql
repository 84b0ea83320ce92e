-- Reads when the first call is due.
select min(due_at) from call where due_at is not null having min(due_at) is not null;
