-- The secret with which delivery tokens are signed.
select token_secret from installation;
