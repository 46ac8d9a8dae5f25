-- What was done under which reference: the API has no place for one.
CREATE TABLE IF NOT EXISTS actions (
  account_id INTEGER NOT NULL,
  reference  TEXT NOT NULL,
  operation  TEXT NOT NULL,
  login_id   INTEGER NOT NULL,
  -- What it is about, such as domain:example.com: of one target one action is sent at a time.
  target     TEXT NOT NULL,
  begun_at   TEXT NOT NULL,
  sent_at    TEXT,
  -- begun: nothing was sent. withdrawn: nothing was and will be. sending: it may have been sent. lost: it was not found in time.
  -- placed: its order is known. taking_back: its order is being cancelled. refused, done: `answer` is the refusal or the value.
  state      TEXT NOT NULL CHECK (state IN
    ('begun', 'withdrawn', 'sending', 'lost', 'placed', 'taking_back', 'refused', 'done')),
  -- What its order looks like, what is answered once it is placed, and whether the addon sends it: JSON; null before it was judged.
  request    TEXT,
  -- The highest order of the account before it was sent; null for what places none.
  watermark  INTEGER,
  -- Until then one run works on a transfer away, and no other.
  claimed_until TEXT,
  order_id   INTEGER UNIQUE,
  -- The service, the domain and the invoice that the order made: JSON.
  made       TEXT,
  answer     TEXT,
  PRIMARY KEY (account_id, reference)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX IF NOT EXISTS actions_one_at_a_time ON actions (account_id, target)
  WHERE state IN ('begun', 'sending', 'placed', 'taking_back');

CREATE INDEX IF NOT EXISTS actions_by_target ON actions (account_id, target);

CREATE INDEX IF NOT EXISTS actions_by_state ON actions (state, begun_at);

-- The provider's terms, and those of registries: as in the embedded engine's database.
CREATE TABLE IF NOT EXISTS terms (
  -- Empty for the provider's own; the extension, such as .ca, for a registry's.
  scope       TEXT NOT NULL,
  in_force_on TEXT NOT NULL,
  title_en    TEXT NOT NULL,
  title_fr    TEXT NOT NULL,
  url         TEXT NOT NULL,
  PRIMARY KEY (scope, in_force_on)
) STRICT, WITHOUT ROWID;

-- Whether orders and changes are taken: a row where they were stopped by what an order showed.
CREATE TABLE IF NOT EXISTS acting_stopped (
  only_row   INTEGER PRIMARY KEY CHECK (only_row = 1),
  stopped_at TEXT NOT NULL,
  reason     TEXT NOT NULL,
  account_id INTEGER NOT NULL,
  order_id   INTEGER NOT NULL
) STRICT;

-- How the installation calls the extra fields of registries, and their choices: a field that is required and has no row cannot be
-- sent, and names of its extension are not taken.
CREATE TABLE IF NOT EXISTS registrant_fields (
  -- With its first dot.
  tld     TEXT NOT NULL,
  field   TEXT NOT NULL,
  -- Empty: the row names the field; else one of its choices.
  value   TEXT NOT NULL,
  written TEXT NOT NULL,
  PRIMARY KEY (tld, field, value)
) STRICT, WITHOUT ROWID;
