-- Locks the places that rules and spreads count until the transaction ends, so that only one transaction decides about them at
-- a time. The caller sorts the names, so that two transactions never deadlock.
select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(:names::text[]) as name;
