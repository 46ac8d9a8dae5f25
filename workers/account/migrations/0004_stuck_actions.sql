-- Actions that wait for the operator. They follow the journals in the accounts' objects, which are the authority: a row is written
-- with each daily alert and removed when its action is settled.
CREATE TABLE IF NOT EXISTS stuck_actions (
  billing_system TEXT NOT NULL,
  account_id INTEGER NOT NULL,
  -- What the billing system knows it by.
  reference TEXT NOT NULL,
  login_id INTEGER NOT NULL,
  operation TEXT NOT NULL,
  -- Such as domain:example.com.
  target TEXT,
  state TEXT NOT NULL,
  -- Null for what is under way for too long.
  reason TEXT,
  -- Epoch milliseconds, like every instant here.
  sent_at INTEGER,
  since INTEGER NOT NULL,
  -- When it was last written.
  seen_at INTEGER NOT NULL,
  PRIMARY KEY (billing_system, account_id, reference)
) STRICT, WITHOUT ROWID;

-- What the operator says became of them (npm run settle), and what came of that.
CREATE TABLE IF NOT EXISTS settle_instructions (
  id INTEGER PRIMARY KEY,
  billing_system TEXT NOT NULL,
  account_id INTEGER NOT NULL,
  reference TEXT NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('done', 'nothing')),
  -- The order that was made; null where there is none, or it was not named.
  order_id INTEGER,
  because TEXT NOT NULL,
  asked_at INTEGER NOT NULL,
  state TEXT NOT NULL DEFAULT 'asked' CHECK (state IN ('asked', 'carried_out', 'refused')),
  -- A sentence; of what is still asked, why it was not carried out yet.
  result TEXT,
  done_at INTEGER
) STRICT;

-- One instruction at a time for an action, and one action for an order.
CREATE UNIQUE INDEX IF NOT EXISTS settle_instructions_asked
  ON settle_instructions (billing_system, account_id, reference) WHERE state = 'asked';
CREATE UNIQUE INDEX IF NOT EXISTS settle_instructions_order
  ON settle_instructions (billing_system, order_id) WHERE order_id IS NOT NULL AND state <> 'refused';
