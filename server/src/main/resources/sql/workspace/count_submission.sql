-- Takes a submission out of the bucket of a workspace.
update workspace set submissions_left = :left, submissions_at = :now::timestamptz where number = :number;
