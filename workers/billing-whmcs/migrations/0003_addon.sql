-- Whether the installation's addon is used, as its last status said, and what was read of it.
CREATE TABLE IF NOT EXISTS addon (
  only_row   INTEGER PRIMARY KEY CHECK (only_row = 1),
  is_used    INTEGER NOT NULL CHECK (is_used IN (0, 1)),
  -- Why it is not used: old, administrator, missing, unreachable, or the code of a refusal. Where it is used: unreachable after a status
  -- without an answer, else null.
  reason     TEXT,
  version    INTEGER,
  -- 1: its hooks are loaded, so that it tells what was changed there.
  has_hooks  INTEGER NOT NULL CHECK (has_hooks IN (0, 1)),
  checked_at TEXT NOT NULL,
  -- From when on orders were sent through it without a break; null where they are not, as from a status without an answer on.
  orders_since TEXT,
  -- The last change that was taken over.
  last_event INTEGER NOT NULL DEFAULT 0,
  -- Its products as they were last read (JSON), when, and the day on which what the plan map does not match was last logged.
  products         TEXT,
  products_read_at TEXT,
  drift_logged_on  TEXT
) STRICT;
