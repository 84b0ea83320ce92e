-- Which parameters: :none of a comment.
SELECT :first::integer + :second::integer - :first::integer;
