-- Deletes a schedule. Its runs stay.
delete from schedule where workspace = :workspace and name = :name;
