-- Wrong codes of the second step that a login's sign-ins were given in a row; gone with the first right one.
CREATE TABLE IF NOT EXISTS wrong_codes (
  login_id   INTEGER PRIMARY KEY REFERENCES logins (id) ON DELETE CASCADE,
  in_row     INTEGER NOT NULL CHECK (in_row >= 1),
  wait_until INTEGER NOT NULL, -- epoch milliseconds; no code is looked at before
  told_at    INTEGER           -- epoch milliseconds; when the login's mail about this row of codes was taken
) STRICT;
