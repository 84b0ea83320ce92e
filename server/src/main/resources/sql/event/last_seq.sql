-- The highest number that any ledger row has, committed or not.
select last_value from event_seq;
