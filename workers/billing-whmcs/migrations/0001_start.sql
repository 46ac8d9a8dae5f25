-- Under which address a login was last found, which accounts it managed then (a JSON array of ids), and the identity provider's subject.
CREATE TABLE IF NOT EXISTS logins (
  user_id     INTEGER PRIMARY KEY,
  email       TEXT NOT NULL,
  language    TEXT NOT NULL CHECK (language IN ('en', 'fr')),
  subject     TEXT UNIQUE,
  account_ids TEXT NOT NULL
) STRICT;

-- Requests to cancel, mirrored: they cannot be asked for by service.
CREATE TABLE IF NOT EXISTS cancellations (
  service_id   INTEGER PRIMARY KEY,
  request_id   INTEGER NOT NULL,
  timing       TEXT NOT NULL CHECK (timing IN ('end_of_period', 'immediately')),
  requested_at TEXT NOT NULL
) STRICT;

CREATE INDEX IF NOT EXISTS cancellations_by_request ON cancellations (request_id);

-- How far they were read: how many there are, the highest number, which end new ones come at, and when all were read.
CREATE TABLE IF NOT EXISTS cancellation_reading (
  only_row     INTEGER PRIMARY KEY CHECK (only_row = 1),
  rows         INTEGER NOT NULL,
  highest      INTEGER NOT NULL,
  newest_first INTEGER NOT NULL CHECK (newest_first IN (0, 1)),
  all_read_at  INTEGER NOT NULL
) STRICT;

-- The plan map: what is sold, in the provider's words. Prices are read from the billing system.
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

-- The product that a plan is in the billing system; a plan without one is not sold.
CREATE TABLE IF NOT EXISTS plan_products (
  product_id INTEGER PRIMARY KEY,
  plan_id    TEXT NOT NULL UNIQUE REFERENCES plans (id),
  -- The promotion code whose percentage is shown as the first year's discount.
  promotion  TEXT,
  -- 1: billed pro rata: listed, and not ordered here, since its first payment cannot be told.
  pro_rata   INTEGER NOT NULL DEFAULT 0 CHECK (pro_rata IN (0, 1))
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

-- The prices of each currency as they were last read: JSON, and when.
CREATE TABLE IF NOT EXISTS price_snapshots (
  currency TEXT PRIMARY KEY CHECK (currency IN ('CAD', 'EUR', 'USD')),
  read_at  TEXT NOT NULL,
  prices   TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Where pages and carts are; placeholders in braces, see LinkTemplates in shared/billing-contract/catalogue.ts.
CREATE TABLE IF NOT EXISTS link_templates (
  kind     TEXT NOT NULL,
  language TEXT NOT NULL CHECK (language IN ('en', 'fr')),
  template TEXT NOT NULL,
  PRIMARY KEY (kind, language)
) STRICT, WITHOUT ROWID;
