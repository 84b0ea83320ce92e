-- Holds what rules and spreads count until the transaction ends, so that nobody else decides about it; in the order of the names.
select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(:names::text[]) as name;
