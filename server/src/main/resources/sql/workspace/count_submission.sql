-- Stores the token bucket of a workspace after a submission.
update workspace set submissions_left = :left, submissions_at = :now::timestamptz where number = :number;
