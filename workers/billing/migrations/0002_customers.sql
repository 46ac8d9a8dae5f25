-- Who signs in, the accounts they manage, and what is in these accounts. Amounts are integers in minor units of the
-- account's currency. Dates are YYYY-MM-DD, instants RFC 3339 in UTC with Z and whole seconds, so that both sort as text.

CREATE TABLE IF NOT EXISTS logins (
  id                 INTEGER PRIMARY KEY,
  email              TEXT NOT NULL UNIQUE COLLATE NOCASE,
  language           TEXT NOT NULL CHECK (language IN ('en', 'fr')),
  -- scrypt (RFC 7914) of the password, with the login's own salt; both in hexadecimal.
  password_hash      TEXT NOT NULL CHECK (length(password_hash) = 64),
  password_salt      TEXT NOT NULL CHECK (length(password_salt) >= 32),
  scrypt_cost        INTEGER NOT NULL CHECK (scrypt_cost >= 2),
  scrypt_block_size  INTEGER NOT NULL CHECK (scrypt_block_size >= 1),
  scrypt_parallelism INTEGER NOT NULL CHECK (scrypt_parallelism >= 1),
  -- Base32 (RFC 4648); a login that has one signs in with a second step.
  totp_secret        TEXT CHECK (totp_secret NOT GLOB '*[^A-Z2-7]*' AND length(totp_secret) >= 16),
  -- The time step (RFC 6238) of the last code accepted; none up to it is accepted again.
  totp_last_step     INTEGER
) STRICT;

-- A sign-in that waits for its second step. The challenge itself is only with who signs in; here is its SHA-256.
CREATE TABLE IF NOT EXISTS sign_in_challenges (
  challenge_hash TEXT PRIMARY KEY CHECK (length(challenge_hash) = 64),
  login_id       INTEGER NOT NULL REFERENCES logins (id) ON DELETE CASCADE,
  expires_at     INTEGER NOT NULL, -- epoch milliseconds
  attempts_left  INTEGER NOT NULL CHECK (attempts_left BETWEEN 0 AND 5)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS sign_in_challenges_by_login ON sign_in_challenges (login_id);
CREATE INDEX IF NOT EXISTS sign_in_challenges_by_expiry ON sign_in_challenges (expires_at);

CREATE TABLE IF NOT EXISTS accounts (
  id                     INTEGER PRIMARY KEY,
  name                   TEXT NOT NULL,
  company                TEXT,
  email                  TEXT NOT NULL,
  country                TEXT NOT NULL CHECK (country GLOB '[A-Z][A-Z]'),
  -- The part after the country's hyphen in ISO 3166-2, such as QC.
  province               TEXT CHECK (province NOT GLOB '*[^A-Z0-9]*' AND length(province) BETWEEN 1 AND 3),
  currency               TEXT NOT NULL CHECK (currency IN ('CAD', 'EUR', 'USD')),
  credit                 INTEGER NOT NULL DEFAULT 0 CHECK (credit >= 0),
  payment_method_on_file INTEGER NOT NULL DEFAULT 0 CHECK (payment_method_on_file IN (0, 1)),
  -- As its country's registry writes it (business number, SIREN, EIN); what registries ask of a company.
  business_number        TEXT
) STRICT;

-- A login that is not the owner holds the permissions in account_login_permissions; the owner holds all of them.
CREATE TABLE IF NOT EXISTS account_logins (
  login_id   INTEGER NOT NULL REFERENCES logins (id) ON DELETE CASCADE,
  account_id INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  owner      INTEGER NOT NULL CHECK (owner IN (0, 1)),
  PRIMARY KEY (login_id, account_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS account_logins_by_account ON account_logins (account_id);

CREATE TABLE IF NOT EXISTS account_login_permissions (
  login_id   INTEGER NOT NULL,
  account_id INTEGER NOT NULL,
  permission TEXT NOT NULL CHECK (permission IN
    ('profile', 'contacts', 'products', 'manageproducts', 'productsso', 'domains', 'managedomains', 'invoices',
     'quotes', 'tickets', 'affiliates', 'emails', 'orders')),
  PRIMARY KEY (login_id, account_id, permission),
  FOREIGN KEY (login_id, account_id) REFERENCES account_logins (login_id, account_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- plan_name is what it was sold as; plan_id is absent where that is no longer in the catalogue or never was.
CREATE TABLE IF NOT EXISTS services (
  id              INTEGER PRIMARY KEY,
  account_id      INTEGER NOT NULL REFERENCES accounts (id),
  plan_id         TEXT REFERENCES plans (id),
  plan_name       TEXT NOT NULL,
  domain          TEXT CHECK (domain = lower(domain) AND domain NOT LIKE '.%' AND domain NOT LIKE '%.'),
  status          TEXT NOT NULL CHECK (status IN
    ('pending', 'active', 'suspended', 'terminated', 'cancelled', 'fraud', 'completed')),
  billing_cycle   TEXT NOT NULL CHECK (billing_cycle IN
    ('free', 'one_time', 'monthly', 'quarterly', 'semiannually', 'annually', 'biennially', 'triennially')),
  next_due_on     TEXT CHECK (next_due_on IS date(next_due_on)),
  recurring_price INTEGER NOT NULL CHECK (recurring_price >= 0),
  UNIQUE (id, account_id)
) STRICT;
CREATE INDEX IF NOT EXISTS services_of_account ON services (account_id, id);
CREATE INDEX IF NOT EXISTS services_in_use ON services (account_id, id) WHERE status IN ('pending', 'active', 'suspended');
CREATE INDEX IF NOT EXISTS services_by_plan ON services (plan_id);

-- What the customer has asked to be cancelled; at most one request per service.
CREATE TABLE IF NOT EXISTS cancellations (
  service_id   INTEGER PRIMARY KEY REFERENCES services (id) ON DELETE CASCADE,
  timing       TEXT NOT NULL CHECK (timing IN ('end_of_period', 'immediately')),
  effective_on TEXT NOT NULL CHECK (effective_on IS date(effective_on)),
  requested_at TEXT NOT NULL CHECK (requested_at IS strftime('%Y-%m-%dT%H:%M:%SZ', requested_at)),
  reason       TEXT CHECK (length(reason) <= 1000)
) STRICT;

-- A name can come back after it went, so only one row of it is not over.
CREATE TABLE IF NOT EXISTS domains (
  id            INTEGER PRIMARY KEY,
  account_id    INTEGER NOT NULL REFERENCES accounts (id),
  name          TEXT NOT NULL CHECK (name = lower(name) AND name LIKE '_%.%_'),
  status        TEXT NOT NULL CHECK (status IN
    ('pending', 'pending_registration', 'pending_transfer', 'active', 'grace', 'redemption', 'expired',
     'transferred_away', 'cancelled', 'fraud')),
  registered_on TEXT CHECK (registered_on IS date(registered_on)),
  expires_on    TEXT CHECK (expires_on IS date(expires_on)),
  next_due_on   TEXT CHECK (next_due_on IS date(next_due_on)),
  renewal_price INTEGER CHECK (renewal_price >= 0),
  renewal_years INTEGER NOT NULL DEFAULT 1 CHECK (renewal_years BETWEEN 1 AND 10),
  auto_renew    INTEGER NOT NULL CHECK (auto_renew IN (0, 1))
) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS domains_once ON domains (name)
  WHERE status NOT IN ('expired', 'transferred_away', 'cancelled', 'fraud');
CREATE INDEX IF NOT EXISTS domains_of_account ON domains (account_id, name, id);
CREATE INDEX IF NOT EXISTS domains_in_use ON domains (account_id, name, id)
  WHERE status NOT IN ('expired', 'transferred_away', 'cancelled', 'fraud');

-- A draft has no number yet. Total and balance follow from subtotal, taxes, credit and payments.
CREATE TABLE IF NOT EXISTS invoices (
  id             INTEGER PRIMARY KEY,
  account_id     INTEGER NOT NULL REFERENCES accounts (id),
  number         TEXT UNIQUE CHECK (status = 'draft' OR number IS NOT NULL),
  status         TEXT NOT NULL CHECK (status IN
    ('draft', 'unpaid', 'payment_pending', 'paid', 'cancelled', 'refunded', 'collections')),
  issued_on      TEXT NOT NULL CHECK (issued_on IS date(issued_on)),
  due_on         TEXT NOT NULL CHECK (due_on IS date(due_on)),
  paid_on        TEXT CHECK (paid_on IS date(paid_on)),
  subtotal       INTEGER NOT NULL CHECK (subtotal >= 0),
  credit_applied INTEGER NOT NULL DEFAULT 0 CHECK (credit_applied >= 0)
) STRICT;
CREATE INDEX IF NOT EXISTS invoices_issued ON invoices (account_id, issued_on DESC, id DESC) WHERE status <> 'draft';
CREATE INDEX IF NOT EXISTS invoices_unpaid ON invoices (account_id, issued_on DESC, id DESC)
  WHERE status IN ('unpaid', 'payment_pending', 'collections');
CREATE INDEX IF NOT EXISTS invoices_paid ON invoices (account_id, issued_on DESC, id DESC) WHERE status = 'paid';

CREATE TABLE IF NOT EXISTS invoice_taxes (
  invoice_id       INTEGER NOT NULL REFERENCES invoices (id) ON DELETE CASCADE,
  position         INTEGER NOT NULL,
  name             TEXT NOT NULL,
  -- In thousandths of a percent: 9975 is 9.975 %.
  rate_thousandths INTEGER NOT NULL CHECK (rate_thousandths BETWEEN 0 AND 100000),
  amount           INTEGER NOT NULL CHECK (amount >= 0),
  PRIMARY KEY (invoice_id, position)
) STRICT, WITHOUT ROWID;

-- What was paid. A payment that was given back stays, with the day it went back.
CREATE TABLE IF NOT EXISTS invoice_payments (
  id          INTEGER PRIMARY KEY,
  invoice_id  INTEGER NOT NULL REFERENCES invoices (id) ON DELETE CASCADE,
  amount      INTEGER NOT NULL CHECK (amount > 0),
  paid_on     TEXT NOT NULL CHECK (paid_on IS date(paid_on)),
  refunded_on TEXT CHECK (refunded_on IS date(refunded_on))
) STRICT;
CREATE INDEX IF NOT EXISTS invoice_payments_of_invoice ON invoice_payments (invoice_id);

-- What a ticket is about and how it stands. Its messages are kept elsewhere, out of this engine's reach.
CREATE TABLE IF NOT EXISTS tickets (
  id               INTEGER PRIMARY KEY,
  account_id       INTEGER NOT NULL REFERENCES accounts (id),
  number           TEXT NOT NULL UNIQUE,
  subject          TEXT NOT NULL,
  department       TEXT,
  service_id       INTEGER,
  status           TEXT NOT NULL CHECK (status GLOB '[a-z]*' AND status NOT GLOB '*[^a-z0-9_]*'),
  opened_at        TEXT NOT NULL CHECK (opened_at IS strftime('%Y-%m-%dT%H:%M:%SZ', opened_at)),
  last_reply_at    TEXT CHECK (last_reply_at IS strftime('%Y-%m-%dT%H:%M:%SZ', last_reply_at)),
  last_activity_at TEXT NOT NULL GENERATED ALWAYS AS (coalesce(last_reply_at, opened_at)) STORED,
  FOREIGN KEY (service_id, account_id) REFERENCES services (id, account_id)
) STRICT;
CREATE INDEX IF NOT EXISTS tickets_of_account ON tickets (account_id, last_activity_at DESC, id DESC);
CREATE INDEX IF NOT EXISTS tickets_open ON tickets (account_id, last_activity_at DESC, id DESC) WHERE status <> 'closed';
CREATE INDEX IF NOT EXISTS tickets_of_service ON tickets (service_id, account_id);
