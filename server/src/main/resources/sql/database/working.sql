-- The processes that still work on what they were asked. One that waits for its client has answered, or waits for the rest of the question.
select pid from pg_stat_activity where state in ('active', 'fastpath function call') and wait_event_type is distinct from 'Client';
