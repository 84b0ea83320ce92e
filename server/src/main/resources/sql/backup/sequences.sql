-- Reads the last value of each named sequence; a sequence that has never been used is left out.
select sequencename::text as name, last_value
from pg_sequences
where schemaname = current_schema() and sequencename::text = any (:names::text[]) and last_value is not null;
