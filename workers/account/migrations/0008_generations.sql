-- How far this database has counted, which the object StoreWitness knows besides: one that was put back has counted less.
CREATE TABLE IF NOT EXISTS store_generation (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  -- When the operator last accepted that it had gone back, epoch milliseconds like every instant here; 0: never.
  accepted INTEGER NOT NULL,
  counter  INTEGER NOT NULL
) STRICT;

INSERT INTO store_generation (only_row, accepted, counter)
SELECT 1, 0, 0 WHERE NOT EXISTS (SELECT 1 FROM store_generation);

-- Stores that have gone back, until the operator accepts it: account-database, account:<name>, connection:<id>.
CREATE TABLE IF NOT EXISTS held_stores (
  store TEXT PRIMARY KEY,
  since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- How far each object of an account or a connection has counted, as it has told.
CREATE TABLE IF NOT EXISTS object_generations (
  object  TEXT PRIMARY KEY,
  counter INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What accounts have sent under idempotency keys: an object that went back has forgotten it. Keyed digests, and nothing of
-- what was sent. Kept for two days, and as long as the action is stuck.
CREATE TABLE IF NOT EXISTS sent_actions (
  object       TEXT NOT NULL,
  key          TEXT NOT NULL,
  fingerprint  TEXT NOT NULL,
  -- What the billing system knows it by.
  reference    TEXT NOT NULL,
  login_id     INTEGER NOT NULL,
  account_id   INTEGER NOT NULL,
  billing_system TEXT NOT NULL,
  operation    TEXT NOT NULL,
  -- JSON: the resources that it locks.
  resources    TEXT NOT NULL,
  target       TEXT,
  application  TEXT NOT NULL,
  connection   TEXT NOT NULL,
  via          TEXT NOT NULL,
  request_id   TEXT NOT NULL,
  sent_at      INTEGER NOT NULL,
  PRIMARY KEY (object, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS sent_actions_by_age ON sent_actions (sent_at);
