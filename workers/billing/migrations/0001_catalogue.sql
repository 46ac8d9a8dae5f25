-- What is sold. Amounts are integers in minor units and exclude taxes; every currency is a price list of its own.

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

CREATE TABLE IF NOT EXISTS plan_texts (
  plan_id     TEXT NOT NULL REFERENCES plans (id),
  language    TEXT NOT NULL CHECK (language IN ('en', 'fr')),
  name        TEXT NOT NULL,
  description TEXT NOT NULL,
  PRIMARY KEY (plan_id, language)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS plan_prices (
  plan_id       TEXT NOT NULL REFERENCES plans (id),
  currency      TEXT NOT NULL CHECK (currency IN ('CAD', 'EUR', 'USD')),
  billing_cycle TEXT NOT NULL CHECK (billing_cycle IN
    ('free', 'one_time', 'monthly', 'quarterly', 'semiannually', 'annually', 'biennially', 'triennially')),
  amount        INTEGER NOT NULL CHECK (amount >= 0),
  setup_fee     INTEGER NOT NULL DEFAULT 0 CHECK (setup_fee >= 0),
  PRIMARY KEY (plan_id, currency, billing_cycle)
) STRICT, WITHOUT ROWID;

-- A percentage off the first year; ends_on is the last day it is given.
CREATE TABLE IF NOT EXISTS plan_discounts (
  plan_id TEXT PRIMARY KEY REFERENCES plans (id),
  percent INTEGER NOT NULL CHECK (percent BETWEEN 1 AND 99),
  ends_on TEXT CHECK (ends_on IS NULL OR ends_on IS date(ends_on))
) STRICT;

-- The cycles a plan's discount applies to.
CREATE TABLE IF NOT EXISTS plan_discount_cycles (
  plan_id       TEXT NOT NULL REFERENCES plan_discounts (plan_id),
  billing_cycle TEXT NOT NULL,
  PRIMARY KEY (plan_id, billing_cycle)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS plan_features (
  plan_id  TEXT NOT NULL REFERENCES plans (id),
  language TEXT NOT NULL CHECK (language IN ('en', 'fr')),
  position INTEGER NOT NULL,
  feature  TEXT NOT NULL,
  PRIMARY KEY (plan_id, language, position)
) STRICT, WITHOUT ROWID;

-- The rows of the specification tables; a row is the same in every plan, so that plans can be compared.
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

CREATE TABLE IF NOT EXISTS extensions (
  tld      TEXT PRIMARY KEY CHECK (tld LIKE '.%'),
  position INTEGER NOT NULL UNIQUE,
  featured INTEGER NOT NULL DEFAULT 0 CHECK (featured IN (0, 1))
) STRICT;

-- One-year prices.
CREATE TABLE IF NOT EXISTS extension_prices (
  tld      TEXT NOT NULL REFERENCES extensions (tld),
  currency TEXT NOT NULL CHECK (currency IN ('CAD', 'EUR', 'USD')),
  register INTEGER NOT NULL CHECK (register >= 0),
  transfer INTEGER NOT NULL CHECK (transfer >= 0),
  renew    INTEGER NOT NULL CHECK (renew >= 0),
  PRIMARY KEY (tld, currency)
) STRICT, WITHOUT ROWID;

-- Where pages and carts are; placeholders in braces, see LinkTemplates in shared/billing-contract/catalogue.ts.
CREATE TABLE IF NOT EXISTS link_templates (
  kind     TEXT NOT NULL,
  language TEXT NOT NULL CHECK (language IN ('en', 'fr')),
  template TEXT NOT NULL,
  PRIMARY KEY (kind, language)
) STRICT, WITHOUT ROWID;
