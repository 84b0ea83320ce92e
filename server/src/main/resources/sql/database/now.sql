-- Reads the database's clock, which all servers go by.
select clock_timestamp();
