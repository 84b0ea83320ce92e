-- Reads the whole ledger of a batch, in order.
select entry_id(seq, 0) as id, type, nos, attempts,
  case when details is not null then array(select json_array_elements_text(details)) end as details, at
from event
where batch_id = :batch
order by seq;
