-- When the orders of an account were last compared with its actions.
CREATE TABLE IF NOT EXISTS sweeps (
  account_id INTEGER PRIMARY KEY,
  swept_at   TEXT NOT NULL
) STRICT;
