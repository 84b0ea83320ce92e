-- Reads the secret that signs delivery tokens.
select token_secret from installation;
