-- Keeps the errors with which attempts ended.
insert into past_attempt as past (batch_id, no, attempt, error)
select batch_id, no, attempt, error::json
from (
  select unnest(:batches::uuid[]) as batch_id, unnest(:nos::integer[]) as no, unnest(:attempts::integer[]) as attempt,
    unnest(:errors::text[]) as error) as given
order by batch_id, no, attempt
on conflict (batch_id, no, attempt) do update set error = excluded.error;
