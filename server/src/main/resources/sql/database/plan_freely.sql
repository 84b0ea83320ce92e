-- Lets PostgreSQL plan the rest of the transaction as it sees fit, for each statement anew.
select set_config('plan_cache_mode', 'force_custom_plan', true)
union all
select set_config(switch, 'on', true) from unnest(array['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin']) as switch;
