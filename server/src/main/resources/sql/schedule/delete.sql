-- Removes a schedule; its runs stay.
delete from schedule where workspace = :workspace and name = :name;
