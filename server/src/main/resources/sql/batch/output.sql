-- Stores the results of batches. The first output of a batch wins, and a return replaces it.
update batch
set result = o.result::json, result_no = o.no
from (
  select unnest(:output_batches::uuid[]) as batch_id, unnest(:output_nos::integer[]) as no,
    unnest(:output_results::text[]) as result, unnest(:output_returned::boolean[]) as returned) as o
where batch.batch_id = any (array[o.batch_id]) and (batch.result_no is null or o.returned);
