-- Reads how many seconds remain until the first bucket is due; null when none will be.
select extract(epoch from min(due_at) - :now::timestamptz) as seconds from bucket where due_at is not null;
