-- What the owner of an account is to be mailed, written together with what it tells of. Notices of one account, kind and
-- connection that are due at the same time are one mail.
CREATE TABLE IF NOT EXISTS notices (
  id            INTEGER PRIMARY KEY,
  account_id    INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  kind          TEXT NOT NULL,
  -- Through which connection it was asked for; empty where none was.
  connection    TEXT NOT NULL DEFAULT '',
  -- JSON: what the mail says, as far as it is not read when it is sent.
  content       TEXT NOT NULL CHECK (json_valid(content)),
  -- Instants in epoch milliseconds.
  due_at        INTEGER NOT NULL,
  claimed_until INTEGER NOT NULL DEFAULT 0,
  tries         INTEGER NOT NULL DEFAULT 0,
  sent_at       INTEGER
) STRICT;
CREATE INDEX IF NOT EXISTS notices_of_account ON notices (account_id, kind, connection, due_at);
CREATE INDEX IF NOT EXISTS notices_to_send ON notices (due_at) WHERE sent_at IS NULL;
CREATE INDEX IF NOT EXISTS notices_sent ON notices (sent_at) WHERE sent_at IS NOT NULL;
