-- I9: no counter is negative.
select batch_id, no,
  format('%s success, %s failures, attempt %s, %s retries, %s claims, %s satisfied', success, failures, attempt, retries, claims,
    satisfied) as difference
from task_state
where least(success, failures, attempt, retries, claims, satisfied) < 0;
