select not current_setting('transaction_read_only')::boolean;
