-- What acting on an account leaves. Amounts are integers in minor units of the account's currency, before tax where
-- nothing else is said.

-- Counts what was changed on an account. Whoever changes it by what was read before says the count that was read then,
-- and the change fails as a whole when it is another one by now.
CREATE TABLE IF NOT EXISTS account_revisions (
  account_id INTEGER PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  revision   INTEGER NOT NULL
) STRICT;

-- What was done under a reference, with the answer that was given. `under_way`: begun at the registrar, not ended.
CREATE TABLE IF NOT EXISTS actions (
  account_id    INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  reference     TEXT NOT NULL CHECK (length(reference) BETWEEN 1 AND 64),
  operation     TEXT NOT NULL CHECK (operation IN
    ('orderDomain', 'orderPlan', 'renewDomain', 'changePlan', 'cancelService', 'transferDomainOut')),
  login_id      INTEGER NOT NULL,
  begun_at      TEXT NOT NULL CHECK (begun_at IS strftime('%Y-%m-%dT%H:%M:%SZ', begun_at)),
  state         TEXT NOT NULL CHECK (state IN ('under_way', 'done', 'refused')),
  -- JSON: the value of what is done, the problem of what was refused, what is acted on while it is under way.
  answer        TEXT NOT NULL CHECK (json_valid(answer)),
  -- Until when somebody is at work on what is under way, in epoch milliseconds.
  claimed_until INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, reference)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS actions_departing ON actions (begun_at) WHERE operation = 'transferDomainOut' AND state = 'done';
CREATE INDEX IF NOT EXISTS actions_under_way ON actions (begun_at) WHERE state = 'under_way';

-- One order, one thing. `open`: to be paid; `paid`: what is due was paid, and it has to be done.
CREATE TABLE IF NOT EXISTS orders (
  id              INTEGER PRIMARY KEY,
  account_id      INTEGER NOT NULL REFERENCES accounts (id),
  kind            TEXT NOT NULL CHECK (kind IN
    ('register', 'transfer', 'renew_domain', 'plan', 'renew_service', 'plan_change')),
  status          TEXT NOT NULL CHECK (status IN ('open', 'paid', 'done', 'failed', 'cancelled')),
  placed_at       TEXT NOT NULL CHECK (placed_at IS strftime('%Y-%m-%dT%H:%M:%SZ', placed_at)),
  -- Absent where nothing is due.
  invoice_id      INTEGER UNIQUE REFERENCES invoices (id) ON DELETE CASCADE,
  domain_id       INTEGER REFERENCES domains (id) ON DELETE CASCADE,
  service_id      INTEGER REFERENCES services (id) ON DELETE CASCADE,
  years           INTEGER CHECK (years BETWEEN 1 AND 10),
  plan_id         TEXT,
  billing_cycle   TEXT,
  -- What a term of the service costs from then on, and what was paid for its first one.
  recurring_price INTEGER CHECK (recurring_price >= 0),
  term_price      INTEGER CHECK (term_price >= 0),
  -- What is credited when it is done.
  credit          INTEGER NOT NULL DEFAULT 0 CHECK (credit >= 0),
  -- Of a transfer in, until the registrar has it. Sealed under a key that is not in this database.
  auth_code       TEXT CHECK (auth_code IS NULL OR (kind = 'transfer' AND status IN ('open', 'paid'))),
  -- JSON: the registry's extra fields by name.
  fields          TEXT CHECK (json_valid(fields)),
  terms_version   TEXT,
  -- The registrar has the transfer and has not ended it.
  begun           INTEGER NOT NULL DEFAULT 0 CHECK (begun IN (0, 1)),
  tries           INTEGER NOT NULL DEFAULT 0,
  next_try_at     INTEGER NOT NULL DEFAULT 0, -- epoch milliseconds
  CHECK ((domain_id IS NULL) <> (service_id IS NULL)),
  CHECK (status <> 'open' OR invoice_id IS NOT NULL)
) STRICT;
CREATE INDEX IF NOT EXISTS orders_of_account ON orders (account_id, id);
CREATE INDEX IF NOT EXISTS orders_to_do ON orders (next_try_at) WHERE status = 'paid';
CREATE INDEX IF NOT EXISTS orders_to_pay ON orders (invoice_id) WHERE status = 'open';
-- The same thing is never asked for twice while it is open.
CREATE UNIQUE INDEX IF NOT EXISTS orders_once_per_domain ON orders (domain_id) WHERE status IN ('open', 'paid');
CREATE UNIQUE INDEX IF NOT EXISTS orders_once_per_service ON orders (service_id, kind) WHERE status IN ('open', 'paid');
CREATE INDEX IF NOT EXISTS orders_of_service ON orders (service_id);

-- What an invoice is for. Invoices from before there were orders have none.
CREATE TABLE IF NOT EXISTS invoice_lines (
  invoice_id     INTEGER NOT NULL REFERENCES invoices (id) ON DELETE CASCADE,
  position       INTEGER NOT NULL,
  description_en TEXT NOT NULL,
  description_fr TEXT NOT NULL,
  amount         INTEGER NOT NULL,
  PRIMARY KEY (invoice_id, position)
) STRICT, WITHOUT ROWID;

-- The term of a service that was paid last, and for how much; without one, it is the billing cycle before the next due
-- date, at the recurring price.
CREATE TABLE IF NOT EXISTS service_terms (
  service_id INTEGER PRIMARY KEY REFERENCES services (id) ON DELETE CASCADE,
  starts_on  TEXT NOT NULL CHECK (starts_on IS date(starts_on)),
  ends_on    TEXT NOT NULL CHECK (ends_on IS date(ends_on) AND ends_on > starts_on),
  amount     INTEGER NOT NULL CHECK (amount >= 0)
) STRICT;

-- The provider's terms of service (scope '') and registries' (scope: the extension); of each scope the newest that is
-- in force counts.
CREATE TABLE IF NOT EXISTS terms (
  scope       TEXT NOT NULL,
  in_force_on TEXT NOT NULL CHECK (in_force_on IS date(in_force_on)),
  title_en    TEXT NOT NULL,
  title_fr    TEXT NOT NULL,
  url         TEXT NOT NULL,
  PRIMARY KEY (scope, in_force_on)
) STRICT, WITHOUT ROWID;

-- How far the demonstration's clock is ahead; without a row it shows the time.
CREATE TABLE IF NOT EXISTS demonstration_clock (
  only_row  INTEGER PRIMARY KEY CHECK (only_row = 1),
  offset_ms INTEGER NOT NULL CHECK (offset_ms >= 0)
) STRICT;
