-- Logins that the operator lately let try again after wrong passwords: their attempts are counted anew from then on.
CREATE TABLE IF NOT EXISTS sign_in_unlocks (
  login_id    INTEGER PRIMARY KEY REFERENCES logins (id) ON DELETE CASCADE,
  -- Epoch milliseconds.
  unlocked_at INTEGER NOT NULL
) STRICT;
