-- Stores the results of tasks. A later attempt replaces the result of an earlier one.
insert into result (batch_id, no, value)
select r.batch_id, r.no, r.value::json
from (
  select unnest(:result_batches::uuid[]) as batch_id, unnest(:result_nos::integer[]) as no,
    unnest(:result_values::text[]) as value) as r
on conflict (batch_id, no) do update set value = excluded.value;
