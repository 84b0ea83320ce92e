-- The database's time, by which all servers go.
select clock_timestamp();
