-- What the billing system is told of an instruction once it was carried out.
CREATE TABLE IF NOT EXISTS settled_actions (
  -- Of settle_instructions.
  instruction_id INTEGER PRIMARY KEY,
  login_id INTEGER NOT NULL,
  operation TEXT NOT NULL,
  target TEXT,
  -- Epoch milliseconds; null until it has heard it.
  told_at INTEGER
) STRICT;
