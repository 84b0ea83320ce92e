-- Reads the highest ledger number given out so far, committed or not.
select last_value from event_seq;
