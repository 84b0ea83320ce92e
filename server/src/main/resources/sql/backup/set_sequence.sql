-- Lets a sequence go on after the last number that it gave out.
select setval(:name::regclass, :last);
