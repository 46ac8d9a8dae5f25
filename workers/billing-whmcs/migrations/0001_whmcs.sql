-- The plan map: product lines and plans, in the provider's words. WHMCS has the prices.
CREATE TABLE IF NOT EXISTS product_lines (
  id       TEXT PRIMARY KEY,
  position INTEGER NOT NULL UNIQUE
) STRICT;

CREATE TABLE IF NOT EXISTS product_line_texts (
  line_id     TEXT NOT NULL REFERENCES product_lines (id),
  language    TEXT NOT NULL CHECK (language IN ('en', 'fr')),
  name        TEXT NOT NULL,
  description TEXT NOT NULL,
  PRIMARY KEY (line_id, language)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS plans (
  id          TEXT PRIMARY KEY,
  line_id     TEXT NOT NULL REFERENCES product_lines (id),
  position    INTEGER NOT NULL UNIQUE,
  usual_cycle TEXT NOT NULL
) STRICT;

-- The WHMCS product of each plan. A plan without a product is not sold.
CREATE TABLE IF NOT EXISTS plan_products (
  product_id INTEGER PRIMARY KEY,
  plan_id    TEXT NOT NULL UNIQUE REFERENCES plans (id),
  -- The promotion code. Its percentage is shown as the first-year discount.
  promotion  TEXT
) STRICT;

CREATE TABLE IF NOT EXISTS plan_texts (
  plan_id     TEXT NOT NULL REFERENCES plans (id),
  language    TEXT NOT NULL CHECK (language IN ('en', 'fr')),
  name        TEXT NOT NULL,
  description TEXT NOT NULL,
  PRIMARY KEY (plan_id, language)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS plan_features (
  plan_id  TEXT NOT NULL REFERENCES plans (id),
  language TEXT NOT NULL CHECK (language IN ('en', 'fr')),
  position INTEGER NOT NULL,
  feature  TEXT NOT NULL,
  PRIMARY KEY (plan_id, language, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS specifications (
  id       TEXT PRIMARY KEY,
  position INTEGER NOT NULL UNIQUE
) STRICT;

CREATE TABLE IF NOT EXISTS specification_texts (
  specification_id TEXT NOT NULL REFERENCES specifications (id),
  language         TEXT NOT NULL CHECK (language IN ('en', 'fr')),
  group_name       TEXT NOT NULL,
  name             TEXT NOT NULL,
  PRIMARY KEY (specification_id, language)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS plan_specifications (
  plan_id          TEXT NOT NULL REFERENCES plans (id),
  specification_id TEXT NOT NULL REFERENCES specifications (id),
  language         TEXT NOT NULL CHECK (language IN ('en', 'fr')),
  value            TEXT NOT NULL,
  PRIMARY KEY (plan_id, language, specification_id)
) STRICT, WITHOUT ROWID;

-- The prices in each currency at the last read, as JSON.
CREATE TABLE IF NOT EXISTS price_snapshots (
  currency TEXT PRIMARY KEY,
  read_at  TEXT NOT NULL,
  prices   TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- URLs of pages and carts, with placeholders in braces: see LinkTemplates in shared/billing-contract/catalogue.ts.
CREATE TABLE IF NOT EXISTS link_templates (
  kind     TEXT NOT NULL,
  language TEXT NOT NULL CHECK (language IN ('en', 'fr')),
  template TEXT NOT NULL,
  PRIMARY KEY (kind, language)
) STRICT, WITHOUT ROWID;

-- Actions by reference. A retry gets its outcome from this table. An open action locks its target.
CREATE TABLE IF NOT EXISTS actions (
  account_id INTEGER NOT NULL,
  reference  TEXT NOT NULL,
  operation  TEXT NOT NULL,
  login_id   INTEGER NOT NULL,
  -- The target, such as domain:example.com. An account has at most one open action on a target.
  target     TEXT NOT NULL,
  begun_at   TEXT NOT NULL,
  sent_at    TEXT,
  -- begun: nothing was sent. sending: the action may have been sent. lost: the action may have been sent, but no longer
  -- locks its target. refused, done: `answer` is the refusal or the value.
  state      TEXT NOT NULL CHECK (state IN ('begun', 'sending', 'lost', 'refused', 'done')),
  -- The order, cancellation or transfer, as JSON. Null until it has been checked.
  request    TEXT,
  -- Until this time, only the run that made the claim works on a transfer to another registrar.
  claimed_until TEXT,
  order_id   INTEGER UNIQUE,
  -- The service and the invoice that the order created, as JSON.
  made       TEXT,
  answer     TEXT,
  PRIMARY KEY (account_id, reference)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX IF NOT EXISTS actions_one_at_a_time ON actions (account_id, target)
  WHERE state IN ('begun', 'sending');

CREATE INDEX IF NOT EXISTS actions_by_target ON actions (account_id, target);

CREATE INDEX IF NOT EXISTS actions_by_state ON actions (state, begun_at);

-- The terms of the provider and of registries. The embedded engine's database has the same table.
CREATE TABLE IF NOT EXISTS terms (
  -- Empty for the provider's terms. For a registry's terms, this is the extension, such as .ca.
  scope       TEXT NOT NULL,
  in_force_on TEXT NOT NULL,
  title_en    TEXT NOT NULL,
  title_fr    TEXT NOT NULL,
  url         TEXT NOT NULL,
  PRIMARY KEY (scope, in_force_on)
) STRICT, WITHOUT ROWID;

-- The table has one row while a problem with an order stops all orders and changes.
CREATE TABLE IF NOT EXISTS acting_stopped (
  only_row   INTEGER PRIMARY KEY CHECK (only_row = 1),
  stopped_at TEXT NOT NULL,
  reason     TEXT NOT NULL,
  account_id INTEGER NOT NULL,
  order_id   INTEGER NOT NULL
) STRICT;

-- WHMCS's names for the additional fields of registries, and for the choices of these fields. If a required field has
-- no row, customers cannot order domains with its extension.
CREATE TABLE IF NOT EXISTS registrant_fields (
  -- The extension, with its leading dot.
  tld     TEXT NOT NULL,
  field   TEXT NOT NULL,
  -- Empty if the row names the field. Otherwise one of the field's choices.
  value   TEXT NOT NULL,
  written TEXT NOT NULL,
  PRIMARY KEY (tld, field, value)
) STRICT, WITHOUT ROWID;

-- What the addon has reported.
CREATE TABLE IF NOT EXISTS addon (
  only_row   INTEGER PRIMARY KEY CHECK (only_row = 1),
  -- The last price change that this Worker has seen.
  last_event INTEGER NOT NULL DEFAULT 0,
  -- WHMCS's own settings at the last read, as JSON.
  installation TEXT
) STRICT;

INSERT OR IGNORE INTO addon (only_row) VALUES (1);

-- Changes of domain settings about which the owner has not been notified. If a change was made, the owner gets an
-- e-mail.
CREATE TABLE IF NOT EXISTS sent_changes (
  account_id INTEGER NOT NULL,
  domain_id  INTEGER NOT NULL,
  -- The wanted setting, as JSON. Changes with equal settings are the same change.
  wanted     TEXT NOT NULL,
  domain     TEXT NOT NULL,
  -- The notice to the owner, as JSON.
  notice     TEXT NOT NULL,
  sent_at    TEXT NOT NULL,
  -- Until this time, only the run that made the claim notifies the owner.
  claimed_until TEXT,
  PRIMARY KEY (account_id, domain_id, wanted)
) STRICT, WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS sent_changes_by_time ON sent_changes (sent_at);

-- Whether WHMCS charges renewals by the price list or by the domain's recurring amount. The Worker writes the row when
-- a renewal invoice shows which of the two amounts applies. If there is no row, the price list applies.
CREATE TABLE IF NOT EXISTS renewal_pricing (
  only_row  INTEGER PRIMARY KEY CHECK (only_row = 1),
  priced_by TEXT NOT NULL CHECK (priced_by IN ('list', 'own'))
) STRICT;

-- The jurisdiction in which this installation was created, and the time of creation. The first deployment writes the
-- row, and later deployments compare it. If there is no row, the platform chose the location.
CREATE TABLE IF NOT EXISTS installation_jurisdiction (
  only_row     INTEGER PRIMARY KEY CHECK (only_row = 1),
  jurisdiction TEXT NOT NULL,
  made_at      TEXT NOT NULL
) STRICT;

-- The last run of each piece of scheduled work. The status shows it, and calls start late work.
CREATE TABLE IF NOT EXISTS scheduled_runs (
  work TEXT PRIMARY KEY,
  -- All times in this table are epoch milliseconds. For work that never ran, this is the time when a call first noticed
  -- that.
  began_at INTEGER NOT NULL,
  ended_at INTEGER,
  succeeded_at INTEGER,
  outcome TEXT NOT NULL CHECK (outcome IN ('awaited', 'running', 'succeeded', 'failed')),
  -- The number of items in the last run, such as deleted rows. Null if the work does not count.
  count INTEGER
) STRICT, WITHOUT ROWID;
