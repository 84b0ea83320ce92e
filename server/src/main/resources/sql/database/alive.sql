-- Does nothing, and fails when the connection is lost.
select 1;
