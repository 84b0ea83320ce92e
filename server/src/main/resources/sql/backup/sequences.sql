-- The last number that each of some sequences has given out; one that has given out none is left out.
select sequencename::text as name, last_value
from pg_sequences
where schemaname = current_schema() and sequencename::text = any (:names::text[]) and last_value is not null;
