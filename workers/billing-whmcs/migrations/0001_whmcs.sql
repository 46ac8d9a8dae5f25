-- The plan map: the product lines and plans in the provider's words. WHMCS has the prices.
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

-- The product of a plan in the billing system. A plan without a product is not sold.
CREATE TABLE IF NOT EXISTS plan_products (
  product_id INTEGER PRIMARY KEY,
  plan_id    TEXT NOT NULL UNIQUE REFERENCES plans (id),
  -- The promotion code whose percentage is shown as the first year's discount.
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

-- The prices of each currency at the last read, as JSON.
CREATE TABLE IF NOT EXISTS price_snapshots (
  currency TEXT PRIMARY KEY,
  read_at  TEXT NOT NULL,
  prices   TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Addresses of pages and carts, with placeholders in braces: see LinkTemplates in shared/billing-contract/catalogue.ts.
CREATE TABLE IF NOT EXISTS link_templates (
  kind     TEXT NOT NULL,
  language TEXT NOT NULL CHECK (language IN ('en', 'fr')),
  template TEXT NOT NULL,
  PRIMARY KEY (kind, language)
) STRICT, WITHOUT ROWID;

-- The actions under each reference: the answers to retries, and the lock of each target.
CREATE TABLE IF NOT EXISTS actions (
  account_id INTEGER NOT NULL,
  reference  TEXT NOT NULL,
  operation  TEXT NOT NULL,
  login_id   INTEGER NOT NULL,
  -- The target, such as domain:example.com. Each target has one action in flight at a time.
  target     TEXT NOT NULL,
  begun_at   TEXT NOT NULL,
  sent_at    TEXT,
  -- begun: nothing was sent. sending: it may have been sent. lost: it may have been sent, but no longer locks its target.
  -- refused, done: `answer` is the refusal or the value.
  state      TEXT NOT NULL CHECK (state IN ('begun', 'sending', 'lost', 'refused', 'done')),
  -- The order, with the answer for when it is placed, as JSON. Null before the order was checked.
  request    TEXT,
-- Until this time, only the run with the claim works on a transfer away.
  claimed_until TEXT,
  order_id   INTEGER UNIQUE,
  -- The service, domain and invoice that the order created, as JSON.
  made       TEXT,
  answer     TEXT,
  PRIMARY KEY (account_id, reference)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX IF NOT EXISTS actions_one_at_a_time ON actions (account_id, target)
  WHERE state IN ('begun', 'sending');

CREATE INDEX IF NOT EXISTS actions_by_target ON actions (account_id, target);

CREATE INDEX IF NOT EXISTS actions_by_state ON actions (state, begun_at);

-- The terms of the provider and of registries, as in the embedded engine's database.
CREATE TABLE IF NOT EXISTS terms (
  -- Empty for the provider's terms. For a registry's terms, the extension, such as .ca.
  scope       TEXT NOT NULL,
  in_force_on TEXT NOT NULL,
  title_en    TEXT NOT NULL,
  title_fr    TEXT NOT NULL,
  url         TEXT NOT NULL,
  PRIMARY KEY (scope, in_force_on)
) STRICT, WITHOUT ROWID;

-- Has a row if a problem with an order has stopped orders and changes.
CREATE TABLE IF NOT EXISTS acting_stopped (
  only_row   INTEGER PRIMARY KEY CHECK (only_row = 1),
  stopped_at TEXT NOT NULL,
  reason     TEXT NOT NULL,
  account_id INTEGER NOT NULL,
  order_id   INTEGER NOT NULL
) STRICT;

-- The installation's names for the extra fields of registries, and for their choices. If a required field has no row, domains
-- of its extension cannot be ordered.
CREATE TABLE IF NOT EXISTS registrant_fields (
-- The extension with its leading dot.
  tld     TEXT NOT NULL,
  field   TEXT NOT NULL,
  -- Empty if the row names the field; otherwise one of the field's choices.
  value   TEXT NOT NULL,
  written TEXT NOT NULL,
  PRIMARY KEY (tld, field, value)
) STRICT, WITHOUT ROWID;

-- Facts from the addon.
CREATE TABLE IF NOT EXISTS addon (
  only_row   INTEGER PRIMARY KEY CHECK (only_row = 1),
  -- The last change of prices that was applied.
  last_event INTEGER NOT NULL DEFAULT 0,
  -- WHMCS's own settings at the last read, as JSON.
  installation TEXT
) STRICT;

INSERT OR IGNORE INTO addon (only_row) VALUES (1);

-- Changes of domain settings with an unknown outcome. The owner of the domain gets a mail if a change was made.
CREATE TABLE IF NOT EXISTS sent_changes (
  account_id INTEGER NOT NULL,
  domain_id  INTEGER NOT NULL,
  -- The wanted setting, as JSON. An equal setting is the same change.
  wanted     TEXT NOT NULL,
  domain     TEXT NOT NULL,
  -- The owner's notice, as JSON.
  notice     TEXT NOT NULL,
  sent_at    TEXT NOT NULL,
  -- Until this time, only the run with the claim mails the owner.
  claimed_until TEXT,
  PRIMARY KEY (account_id, domain_id, wanted)
) STRICT, WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS sent_changes_by_time ON sent_changes (sent_at);

-- The price that WHMCS charges for a renewal: the price list's, or the domain's recurring amount. Learned from an invoice on
-- which the two differ. Without a row, the price list's.
CREATE TABLE IF NOT EXISTS renewal_pricing (
  only_row  INTEGER PRIMARY KEY CHECK (only_row = 1),
  priced_by TEXT NOT NULL CHECK (priced_by IN ('list', 'own'))
) STRICT;

-- The jurisdiction in which this installation was created, and when. The first deployment writes it, and later deployments
-- compare it. Without a row, the platform chose.
CREATE TABLE IF NOT EXISTS installation_jurisdiction (
  only_row     INTEGER PRIMARY KEY CHECK (only_row = 1),
  jurisdiction TEXT NOT NULL,
  made_at      TEXT NOT NULL
) STRICT;

-- The last run of each piece of scheduled work. The status shows it, and calls catch up on late work.
CREATE TABLE IF NOT EXISTS scheduled_runs (
  work TEXT PRIMARY KEY,
  -- Epoch milliseconds, like every instant here. For work that never ran, the time when a call first noticed that.
  began_at INTEGER NOT NULL,
  ended_at INTEGER,
  succeeded_at INTEGER,
  outcome TEXT NOT NULL CHECK (outcome IN ('awaited', 'running', 'succeeded', 'failed')),
  -- The number of items in the last run, such as cleared rows; null if it does not count.
  count INTEGER
) STRICT, WITHOUT ROWID;
