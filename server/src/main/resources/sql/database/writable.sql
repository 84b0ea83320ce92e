-- Checks that the server accepts writes, which a standby does not.
select not current_setting('transaction_read_only')::boolean;
