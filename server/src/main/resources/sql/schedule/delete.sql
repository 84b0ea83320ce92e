-- Removes a schedule; its runs stay.
delete from schedule where name = :name;
