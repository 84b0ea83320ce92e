-- Lists the backends that are executing a statement. A backend that waits for its client has either answered or not yet
-- received the whole request.
select pid from pg_stat_activity where state in ('active', 'fastpath function call') and wait_event_type is distinct from 'Client';
