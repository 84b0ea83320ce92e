-- Lets PostgreSQL plan every further statement of this transaction for its actual parameters and with all kinds of plans. The
-- session's settings suit short statements and make long ones slow.
select set_config('plan_cache_mode', 'force_custom_plan', true)
union all
select set_config(switch, 'on', true) from unnest(array['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin']) as switch;
