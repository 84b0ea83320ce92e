-- Copies the states of new tasks. The rows follow in binary form, with their fields in this order.
copy task_state (batch_id, no, status, required, satisfied, expected_count, last_updated)
from stdin (format binary);
