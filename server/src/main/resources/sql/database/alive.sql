-- Nothing: fails when the connection is gone.
select 1;
