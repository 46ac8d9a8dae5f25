-- The sessions of the account's pages that somebody has signed in with: found by their login, for ending and erasing them.
CREATE TABLE IF NOT EXISTS signed_in_sessions (
  -- The id of its object, from which its cookie cannot be found.
  object TEXT PRIMARY KEY,
  login_id INTEGER NOT NULL,
  -- Epoch milliseconds.
  signed_in_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS signed_in_sessions_of_login ON signed_in_sessions (login_id);
CREATE INDEX IF NOT EXISTS signed_in_sessions_by_end ON signed_in_sessions (ends_at);
