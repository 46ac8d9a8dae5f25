-- What the operator did about a login, for the page of the customer. Neither who nor why: that is for operators.
CREATE TABLE IF NOT EXISTS acts_on_logins (
  id INTEGER PRIMARY KEY,
  billing_system TEXT NOT NULL,
  login_id INTEGER NOT NULL,
  act TEXT NOT NULL CHECK (act IN ('unlocked', 'exported', 'mailed')),
  -- Epoch milliseconds.
  at INTEGER NOT NULL
) STRICT;

CREATE INDEX IF NOT EXISTS acts_on_logins_of_login ON acts_on_logins (login_id, billing_system, at);
CREATE INDEX IF NOT EXISTS acts_on_logins_by_time ON acts_on_logins (at);
CREATE INDEX IF NOT EXISTS settled_actions_of_login ON settled_actions (login_id);
