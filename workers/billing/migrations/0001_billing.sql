-- The tables of the embedded billing engine. Amounts are integers in minor units, in the currency of the account or
-- price list. Prices exclude taxes. Dates are YYYY-MM-DD. A time is either RFC 3339 text or an integer. Text times are
-- in UTC, with Z and whole seconds, so that they sort correctly as text. Integer times are in epoch milliseconds.

-- The catalogue: everything that is for sale. Every currency has its own price list.

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

-- A percentage off the first year. ends_on is the last day of the discount.
CREATE TABLE IF NOT EXISTS plan_discounts (
  plan_id TEXT PRIMARY KEY REFERENCES plans (id),
  percent INTEGER NOT NULL CHECK (percent BETWEEN 1 AND 99),
  ends_on TEXT CHECK (ends_on IS NULL OR ends_on IS date(ends_on))
) STRICT;

-- The billing cycles that a plan's discount applies to.
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

-- The rows of the specification tables. All plans share them, so that customers can compare plans.
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

-- The prices per year. The transfer price covers any term.
CREATE TABLE IF NOT EXISTS extension_prices (
  tld      TEXT NOT NULL REFERENCES extensions (tld),
  currency TEXT NOT NULL CHECK (currency IN ('CAD', 'EUR', 'USD')),
  register INTEGER NOT NULL CHECK (register >= 0),
  transfer INTEGER NOT NULL CHECK (transfer >= 0),
  renew    INTEGER NOT NULL CHECK (renew >= 0),
  PRIMARY KEY (tld, currency)
) STRICT, WITHOUT ROWID;

-- The URLs of pages and carts, with placeholders in braces. See LinkTemplates in shared/billing-contract/catalogue.ts.
CREATE TABLE IF NOT EXISTS link_templates (
  kind     TEXT NOT NULL,
  language TEXT NOT NULL CHECK (language IN ('en', 'fr')),
  template TEXT NOT NULL,
  PRIMARY KEY (kind, language)
) STRICT, WITHOUT ROWID;

-- The customers: their logins, the accounts that the logins manage, and the services and domains of these accounts.

CREATE TABLE IF NOT EXISTS logins (
  id                 INTEGER PRIMARY KEY,
  email              TEXT NOT NULL UNIQUE COLLATE NOCASE,
  language           TEXT NOT NULL CHECK (language IN ('en', 'fr')),
  -- The scrypt hash (RFC 7914) of the password, and the login's own salt. Both are in hexadecimal.
  password_hash      TEXT NOT NULL CHECK (length(password_hash) = 64),
  password_salt      TEXT NOT NULL CHECK (length(password_salt) >= 32),
  scrypt_cost        INTEGER NOT NULL CHECK (scrypt_cost >= 2),
  scrypt_block_size  INTEGER NOT NULL CHECK (scrypt_block_size >= 1),
  scrypt_parallelism INTEGER NOT NULL CHECK (scrypt_parallelism >= 1),
  -- The secret in Base32 (RFC 4648). A login that has a secret signs in with a second step.
  totp_secret        TEXT CHECK (totp_secret NOT GLOB '*[^A-Z2-7]*' AND length(totp_secret) >= 16),
  -- The time step (RFC 6238) of the last accepted code. Codes of this step and of earlier steps are no longer accepted.
  totp_last_step     INTEGER,
  -- Time at which the customer turned the second step on, in epoch milliseconds.
  totp_since         INTEGER,
  -- The number of wrong second-step codes in a row. The next code is accepted after codes_wait_until. codes_told_at is
  -- the time at which an e-mail about the wrong codes was accepted. Both times are in epoch milliseconds.
  wrong_codes        INTEGER NOT NULL DEFAULT 0 CHECK (wrong_codes >= 0),
  codes_wait_until   INTEGER NOT NULL DEFAULT 0,
  codes_told_at      INTEGER,
  -- Time at which an operator last unlocked the login, or its password was replaced, in epoch milliseconds. Earlier
  -- attempts no longer count.
  unlocked_at        INTEGER
) STRICT;

-- The sign-ins that are waiting for their second step. Only the browser has the challenge. The table has its SHA-256
-- hash.
CREATE TABLE IF NOT EXISTS sign_in_challenges (
  challenge_hash TEXT PRIMARY KEY CHECK (length(challenge_hash) = 64),
  login_id       INTEGER NOT NULL REFERENCES logins (id) ON DELETE CASCADE,
  expires_at     INTEGER NOT NULL, -- epoch milliseconds
  attempts_left  INTEGER NOT NULL CHECK (attempts_left BETWEEN 0 AND 5)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS sign_in_challenges_by_login ON sign_in_challenges (login_id);
CREATE INDEX IF NOT EXISTS sign_in_challenges_by_expiry ON sign_in_challenges (expires_at);

-- The codes that can replace second-step codes, once each. Only the customer has the code. The table has its SHA-256
-- hash.
CREATE TABLE IF NOT EXISTS recovery_codes (
  login_id  INTEGER NOT NULL REFERENCES logins (id) ON DELETE CASCADE,
  code_hash TEXT NOT NULL CHECK (length(code_hash) = 64),
  PRIMARY KEY (login_id, code_hash)
) STRICT, WITHOUT ROWID;

-- The mailed codes for a sign-up, a new password or a new address. A person who has both the id and the code has access
-- to the mailbox.
CREATE TABLE IF NOT EXISTS mailed_codes (
  id_hash       TEXT PRIMARY KEY CHECK (length(id_hash) = 64),
  purpose       TEXT NOT NULL CHECK (purpose IN ('sign_up', 'new_password', 'new_email')),
  email         TEXT NOT NULL COLLATE NOCASE,
  -- The hash of the id and the code together; empty if no code is accepted.
  code_hash     TEXT NOT NULL,
  expires_at    INTEGER NOT NULL, -- epoch milliseconds
  attempts_left INTEGER NOT NULL CHECK (attempts_left BETWEEN 0 AND 10),
  confirmed     INTEGER NOT NULL DEFAULT 0 CHECK (confirmed IN (0, 1))
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS mailed_codes_by_expiry ON mailed_codes (expires_at);
CREATE INDEX IF NOT EXISTS mailed_codes_by_email ON mailed_codes (email);

-- The former addresses of logins. Only the e-mail to the former address contains the token that restores it. The table
-- has the token's SHA-256 hash.
CREATE TABLE IF NOT EXISTS email_changes (
  token_hash TEXT PRIMARY KEY CHECK (length(token_hash) = 64),
  login_id   INTEGER NOT NULL REFERENCES logins (id) ON DELETE CASCADE,
  email      TEXT NOT NULL,
  expires_at INTEGER NOT NULL -- epoch milliseconds; a login's later change always has a later value
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS email_changes_by_login ON email_changes (login_id);
CREATE INDEX IF NOT EXISTS email_changes_by_expiry ON email_changes (expires_at);

CREATE TABLE IF NOT EXISTS accounts (
  id              INTEGER PRIMARY KEY,
  name            TEXT NOT NULL,
  company         TEXT,
  email           TEXT NOT NULL,
  country         TEXT NOT NULL CHECK (country GLOB '[A-Z][A-Z]'),
  -- The subdivision code: the part after the hyphen in ISO 3166-2, such as QC.
  province        TEXT CHECK (province NOT GLOB '*[^A-Z0-9]*' AND length(province) BETWEEN 1 AND 3),
  currency        TEXT NOT NULL CHECK (currency IN ('CAD', 'EUR', 'USD')),
  credit          INTEGER NOT NULL DEFAULT 0 CHECK (credit >= 0),
  -- The business number (such as SIREN or EIN) as the country's registry writes it. Domain registries require that
  -- form.
  business_number TEXT,
  -- JSON: {firstName, lastName, street, city, postalCode, phone}. `street` is an array of at most two lines. `phone` is
  -- in E.164 format. Together with company, email, province and country, it is the registrant of the account's domain
  -- orders.
  contact         TEXT CHECK (json_valid(contact)),
  -- Time at which the owner closed the account. Its logins can no longer manage it.
  closed_at       TEXT CHECK (closed_at IS strftime('%Y-%m-%dT%H:%M:%SZ', closed_at)),
  -- The number of changes to the account. A change that depends on an earlier read expects the number from that read.
  -- It fails as a whole if the number has changed.
  revision        INTEGER NOT NULL DEFAULT 0
) STRICT;

-- The logins that manage an account. An owner has all permissions. Any other login has those in
-- account_login_permissions.
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

-- plan_name is the plan's name at the time of the sale. plan_id is NULL if the catalogue does not have the plan.
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
  -- The service's server, by its id in the Worker for DNS zones, and the service's user on that server.
  server          TEXT,
  server_user     TEXT CHECK ((server_user IS NULL) = (server IS NULL)),
  -- The status and the plan on the server, as last reported. If set_up_plan_id is NULL, the server has the plan from
  -- before the first change. changed_at is the time of the change that the server still needs, in epoch milliseconds;
  -- NULL if the server needs no work.
  set_up_status   TEXT CHECK (set_up_status IN ('active', 'suspended', 'ended')),
  set_up_plan_id  TEXT,
  changed_at      INTEGER,
  -- The day of the month on which terms begin. In a shorter month, a term begins on the last day. If the column is
  -- NULL, the day of the due date applies.
  term_day        INTEGER CHECK (term_day BETWEEN 1 AND 31),
  UNIQUE (id, account_id)
) STRICT;
CREATE INDEX IF NOT EXISTS services_of_account ON services (account_id, id);
CREATE INDEX IF NOT EXISTS services_in_use ON services (account_id, id) WHERE status IN ('pending', 'active', 'suspended');
-- The client area lists services by status and day. Domains and invoices have the same kind of index.
CREATE INDEX IF NOT EXISTS services_by_status ON services (account_id, status, coalesce(next_due_on, '9999-12-31'), id);
CREATE INDEX IF NOT EXISTS services_by_plan ON services (plan_id);
CREATE INDEX IF NOT EXISTS services_by_due ON services (next_due_on) WHERE status = 'active';
CREATE INDEX IF NOT EXISTS services_to_set_up ON services (changed_at) WHERE changed_at IS NOT NULL;
-- This index finds the account that has a site with a given name.
CREATE INDEX IF NOT EXISTS services_of_site ON services (domain) WHERE status IN ('active', 'suspended');

-- The customers' cancellation requests, at most one per service.
CREATE TABLE IF NOT EXISTS cancellations (
  service_id   INTEGER PRIMARY KEY REFERENCES services (id) ON DELETE CASCADE,
  timing       TEXT NOT NULL CHECK (timing IN ('end_of_period', 'immediately')),
  effective_on TEXT NOT NULL CHECK (effective_on IS date(effective_on)),
  requested_at TEXT NOT NULL CHECK (requested_at IS strftime('%Y-%m-%dT%H:%M:%SZ', requested_at)),
  reason       TEXT CHECK (length(reason) <= 1000)
) STRICT;

-- The domains of accounts. A domain can be transferred away and come back. An unpaid order reserves no domain. At most
-- one account has a domain at a time, and each account has at most one row for it that has not ended.
CREATE TABLE IF NOT EXISTS domains (
  id            INTEGER PRIMARY KEY,
  account_id    INTEGER NOT NULL REFERENCES accounts (id),
  name          TEXT NOT NULL CHECK (name = lower(name) AND name LIKE '_%.%_'),
  status        TEXT NOT NULL CHECK (status IN
    ('pending', 'pending_registration', 'pending_transfer', 'active', 'grace', 'redemption', 'expired',
     'transferred_away', 'cancelled', 'fraud')),
  registered_on TEXT CHECK (registered_on IS date(registered_on)),
  -- The day of the incoming transfer; NULL if the domain was registered here.
  transferred_on TEXT CHECK (transferred_on IS date(transferred_on)),
  expires_on    TEXT CHECK (expires_on IS date(expires_on)),
  next_due_on   TEXT CHECK (next_due_on IS date(next_due_on)),
  renewal_price INTEGER CHECK (renewal_price >= 0),
  renewal_years INTEGER NOT NULL DEFAULT 1 CHECK (renewal_years BETWEEN 1 AND 10),
  auto_renew    INTEGER NOT NULL CHECK (auto_renew IN (0, 1)),
  -- The last reminder of the expiry: the expiry date, and the number of days before it.
  reminded      TEXT,
  -- Time at which the registrar first reported the domain as missing, in epoch milliseconds; NULL if the registrar has
  -- it.
  missing_since INTEGER
) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS domains_held ON domains (name)
  WHERE status NOT IN ('pending', 'expired', 'transferred_away', 'cancelled', 'fraud');
CREATE UNIQUE INDEX IF NOT EXISTS domains_once_per_account ON domains (name, account_id)
  WHERE status NOT IN ('expired', 'transferred_away', 'cancelled', 'fraud');
CREATE INDEX IF NOT EXISTS domains_of_account ON domains (account_id, name, id);
CREATE INDEX IF NOT EXISTS domains_in_use ON domains (account_id, name, id)
  WHERE status NOT IN ('expired', 'transferred_away', 'cancelled', 'fraud');
CREATE INDEX IF NOT EXISTS domains_by_status ON domains (account_id, status, coalesce(expires_on, '9999-12-31'), id);
-- Without these indexes, the scheduled jobs would read all services, domains and invoices.
CREATE INDEX IF NOT EXISTS domains_by_due ON domains (status, next_due_on) WHERE auto_renew = 1;
CREATE INDEX IF NOT EXISTS domains_missing ON domains (id) WHERE missing_since IS NOT NULL;
CREATE INDEX IF NOT EXISTS domains_by_expiry ON domains (status, expires_on);

-- A draft has no number yet. The unpaid amount is the total less the applied credit and the payments.
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
  -- JSON: an array of {name, rateThousandths, amount}. `tax` is the sum of the amounts. A rate of 9975 means 9.975%.
  taxes          TEXT NOT NULL DEFAULT '[]' CHECK (json_type(taxes) = 'array'),
  tax            INTEGER NOT NULL DEFAULT 0 CHECK (tax >= 0),
  total          INTEGER NOT NULL GENERATED ALWAYS AS (subtotal + tax) VIRTUAL,
  -- JSON: an array of {description: {en, fr}, amount}. It is empty if no order created the invoice.
  lines          TEXT NOT NULL DEFAULT '[]' CHECK (json_type(lines) = 'array'),
  credit_applied INTEGER NOT NULL DEFAULT 0 CHECK (credit_applied >= 0),
  -- JSON: {seller, buyer}, each {name, address, country, numbers: [{place, number}]}, with the data from the day of issue.
  parties        TEXT CHECK (json_valid(parties)),
  -- The kind of notice that was sent as the last payment reminder.
  reminded       TEXT
) STRICT;
CREATE INDEX IF NOT EXISTS invoices_issued ON invoices (account_id, issued_on DESC, id DESC) WHERE status <> 'draft';
CREATE INDEX IF NOT EXISTS invoices_unpaid ON invoices (account_id, issued_on DESC, id DESC)
  WHERE status IN ('unpaid', 'payment_pending', 'collections');
CREATE INDEX IF NOT EXISTS invoices_paid ON invoices (account_id, issued_on DESC, id DESC) WHERE status = 'paid';
CREATE INDEX IF NOT EXISTS invoices_by_status ON invoices (account_id, status, due_on, id);
CREATE INDEX IF NOT EXISTS invoices_by_due ON invoices (due_on) WHERE status = 'unpaid';
CREATE INDEX IF NOT EXISTS invoices_pending ON invoices (due_on) WHERE status = 'payment_pending';

-- Received money, once per reference. The reference is Stripe's payment intent, the operator's reference for a manual
-- payment, or a demonstration's own reference. Money that is not applied to an invoice becomes account credit. A
-- payment has no account if its currency differs from the account's, or if the account does not exist here.
CREATE TABLE IF NOT EXISTS payments (
  id          INTEGER PRIMARY KEY,
  account_id  INTEGER REFERENCES accounts (id),
  reference   TEXT NOT NULL UNIQUE CHECK (length(reference) BETWEEN 1 AND 100),
  amount      INTEGER NOT NULL CHECK (amount > 0),
  currency    TEXT NOT NULL CHECK (currency GLOB '[A-Z][A-Z][A-Z]'),
  received_on TEXT NOT NULL CHECK (received_on IS date(received_on)),
  -- The day on which the engine learned of a dispute; NULL if there is no dispute or the provider has won it.
  disputed_on TEXT CHECK (disputed_on IS date(disputed_on))
) STRICT;
CREATE INDEX IF NOT EXISTS payments_of_account ON payments (account_id);
CREATE INDEX IF NOT EXISTS payments_disputed ON payments (account_id) WHERE disputed_on IS NOT NULL;

-- The part of a payment that was applied to an invoice. If the invoice was refunded, refunded_on is the day on which
-- this part became account credit.
CREATE TABLE IF NOT EXISTS invoice_payments (
  payment_id  INTEGER NOT NULL REFERENCES payments (id) ON DELETE CASCADE,
  invoice_id  INTEGER NOT NULL REFERENCES invoices (id) ON DELETE CASCADE,
  amount      INTEGER NOT NULL CHECK (amount > 0),
  refunded_on TEXT CHECK (refunded_on IS date(refunded_on)),
  PRIMARY KEY (payment_id, invoice_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS invoice_payments_of_invoice ON invoice_payments (invoice_id);

-- The refunded parts of payments, which are no longer account credit. `asked` means that the refund is stored but may
-- be missing at Stripe. `failed` means that the refund did not succeed, and the part from credit is credit again.
CREATE TABLE IF NOT EXISTS refunds (
  id            TEXT PRIMARY KEY,
  payment_id    INTEGER NOT NULL REFERENCES payments (id) ON DELETE CASCADE,
  amount        INTEGER NOT NULL CHECK (amount > 0),
  -- The part that was account credit. A refund from Stripe's dashboard may also contain money that was already spent.
  from_credit   INTEGER NOT NULL CHECK (from_credit BETWEEN 0 AND amount),
  state         TEXT NOT NULL CHECK (state IN ('asked', 'done', 'failed')),
  asked_at      INTEGER NOT NULL, -- epoch milliseconds
  stripe_refund TEXT UNIQUE
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS refunds_of_payment ON refunds (payment_id);
CREATE INDEX IF NOT EXISTS refunds_by_state ON refunds (state, asked_at);

-- The customers' payments on Stripe's page. A row is stored before the call to Stripe. A checkout without invoices only
-- saves a card.
CREATE TABLE IF NOT EXISTS checkouts (
  id         TEXT PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  -- JSON: the ids of the invoices that the checkout pays, in ascending order.
  invoices   TEXT NOT NULL CHECK (json_type(invoices) = 'array'),
  amount     INTEGER NOT NULL CHECK (amount > 0 OR invoices = '[]'),
  -- The version of the agreement under which the card is saved; NULL if the card is not saved.
  agreement  TEXT,
  state      TEXT NOT NULL CHECK (state IN ('asked', 'open', 'complete', 'expired')),
  -- Stripe's Checkout Session; NULL until Stripe has responded.
  session    TEXT UNIQUE,
  -- Both times are in epoch milliseconds.
  expires_at INTEGER NOT NULL,
  checked_at INTEGER NOT NULL,
  CHECK (state <> 'open' OR session IS NOT NULL)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS checkouts_of_account ON checkouts (account_id);
CREATE UNIQUE INDEX IF NOT EXISTS checkouts_once ON checkouts (account_id, invoices) WHERE state IN ('asked', 'open');
CREATE INDEX IF NOT EXISTS checkouts_to_check ON checkouts (checked_at) WHERE state IN ('asked', 'open');

-- The cards for renewals: Stripe's ids, the details by which the owner recognizes the card, and the accepted agreement.
-- Only Stripe has the card number.
CREATE TABLE IF NOT EXISTS saved_cards (
  account_id     INTEGER PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  customer       TEXT NOT NULL,
  payment_method TEXT NOT NULL,
  -- The version of the accepted agreement, and the time at which the customer entered the card, in epoch milliseconds.
  agreement      TEXT NOT NULL,
  agreed_at      INTEGER NOT NULL,
  -- JSON: the brand, the last four digits and the expiry month (YYYY-MM); NULL if they are unknown.
  details        TEXT
) STRICT;

-- The attempts to pay renewals with saved cards. A row is stored before the request to Stripe, with the card and the
-- amount of that request. Attempt 1 is three days before the due date, attempt 2 on that date, and attempt 3 three days
-- later.
CREATE TABLE IF NOT EXISTS charges (
  invoice_id     INTEGER NOT NULL REFERENCES invoices (id) ON DELETE CASCADE,
  attempt        INTEGER NOT NULL CHECK (attempt BETWEEN 1 AND 3),
  amount         INTEGER NOT NULL CHECK (amount > 0),
  customer       TEXT NOT NULL,
  payment_method TEXT NOT NULL,
  state          TEXT NOT NULL CHECK (state IN ('asked', 'done', 'failed')),
  sent_at        INTEGER NOT NULL, -- epoch milliseconds
  -- Stripe's payment intent; NULL until the charge has succeeded.
  payment_intent TEXT UNIQUE,
  PRIMARY KEY (invoice_id, attempt)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS charges_asked ON charges (sent_at) WHERE state = 'asked';

-- The subjects and statuses of tickets. The engine does not store their messages.
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

-- The records of actions on an account.

-- The actions with their references and results. `under_way` means that the action has started and has not ended.
CREATE TABLE IF NOT EXISTS actions (
  account_id    INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  reference     TEXT NOT NULL CHECK (length(reference) BETWEEN 1 AND 64),
  operation     TEXT NOT NULL CHECK (operation IN
    ('orderDomain', 'orderPlan', 'renewDomain', 'changePlan', 'cancelService', 'transferDomainOut')),
  login_id      INTEGER NOT NULL,
  begun_at      TEXT NOT NULL CHECK (begun_at IS strftime('%Y-%m-%dT%H:%M:%SZ', begun_at)),
  state         TEXT NOT NULL CHECK (state IN ('under_way', 'done', 'refused')),
  -- JSON: the result if done, the problem if refused, or the data of the work in progress.
  answer        TEXT NOT NULL CHECK (json_valid(answer)),
  -- The end of a run's claim on an action in progress, in epoch milliseconds.
  claimed_until INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, reference)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS actions_departing ON actions (begun_at) WHERE operation = 'transferDomainOut' AND state = 'done';
CREATE INDEX IF NOT EXISTS actions_under_way ON actions (begun_at) WHERE state = 'under_way';
CREATE INDEX IF NOT EXISTS actions_of_login ON actions (login_id);

-- An order is for one domain or service. `open` means unpaid. `paid` means paid but not done.
CREATE TABLE IF NOT EXISTS orders (
  id              INTEGER PRIMARY KEY,
  account_id      INTEGER NOT NULL REFERENCES accounts (id),
  kind            TEXT NOT NULL CHECK (kind IN
    ('register', 'transfer', 'renew_domain', 'plan', 'renew_service', 'plan_change')),
  status          TEXT NOT NULL CHECK (status IN ('open', 'paid', 'done', 'failed', 'cancelled')),
  placed_at       TEXT NOT NULL CHECK (placed_at IS strftime('%Y-%m-%dT%H:%M:%SZ', placed_at)),
  -- The invoice; NULL if nothing is due.
  invoice_id      INTEGER UNIQUE REFERENCES invoices (id) ON DELETE CASCADE,
  domain_id       INTEGER REFERENCES domains (id) ON DELETE CASCADE,
  service_id      INTEGER REFERENCES services (id) ON DELETE CASCADE,
  -- Whether scheduled work placed the order as a renewal that the owner allows. A saved card may then be charged.
  automatic       INTEGER NOT NULL DEFAULT 0 CHECK (automatic IN (0, 1)),
  -- The service's due date when the price was calculated. If the due date has changed, the price is no longer valid,
  -- and the order is not fulfilled.
  priced_due_on   TEXT CHECK (priced_due_on IS date(priced_due_on)),
  years           INTEGER CHECK (years BETWEEN 1 AND 10),
  plan_id         TEXT,
  billing_cycle   TEXT,
  -- The price of each later term of the service, and the price of the term that this order is for.
  recurring_price INTEGER CHECK (recurring_price >= 0),
  term_price      INTEGER CHECK (term_price >= 0),
  -- The credit that the account gets when the order is done.
  credit          INTEGER NOT NULL DEFAULT 0 CHECK (credit >= 0),
  -- The auth code for an incoming transfer, encrypted. It is deleted once the registrar has it. The encryption key is
  -- not in this database.
  auth_code       TEXT CHECK (auth_code IS NULL OR (kind = 'transfer' AND status IN ('open', 'paid'))),
  -- JSON: the registry's extra fields, by name.
  fields          TEXT CHECK (json_valid(fields)),
  -- JSON: the registrant of a registration or transfer, from the account at the time of the order.
  registrant      TEXT CHECK (json_valid(registrant)),
  terms_version   TEXT,
  -- How an unpaid order ended. lapsed: the order was not paid in time. withdrawn: its domain or service changed or
  -- ended first.
  end_reason      TEXT CHECK (end_reason IN ('lapsed', 'withdrawn')),
  -- The reason why the paid order was refused, in the words of the registrar or the engine, and the day of the refusal.
  refusal         TEXT,
  refused_on      TEXT CHECK (refused_on IS date(refused_on) AND (refused_on IS NULL) = (refusal IS NULL)),
  -- Whether the registrar has accepted the transfer.
  begun           INTEGER NOT NULL DEFAULT 0 CHECK (begun IN (0, 1)),
  tries           INTEGER NOT NULL DEFAULT 0,
  next_try_at     INTEGER NOT NULL DEFAULT 0, -- epoch milliseconds
  -- The reason why the last attempt did not complete the order.
  waits_for       TEXT,
  CHECK ((domain_id IS NULL) <> (service_id IS NULL)),
  CHECK (status <> 'open' OR invoice_id IS NOT NULL)
) STRICT;
CREATE INDEX IF NOT EXISTS orders_of_account ON orders (account_id, id);
CREATE INDEX IF NOT EXISTS orders_open_of_account ON orders (account_id) WHERE status IN ('open', 'paid');
CREATE INDEX IF NOT EXISTS orders_to_do ON orders (next_try_at) WHERE status = 'paid';
CREATE INDEX IF NOT EXISTS orders_refused ON orders (refused_on) WHERE status = 'failed';
CREATE INDEX IF NOT EXISTS orders_to_pay ON orders (invoice_id) WHERE status = 'open';
-- A domain has at most one unfinished order. A service has at most one unfinished order of each kind.
CREATE UNIQUE INDEX IF NOT EXISTS orders_once_per_domain ON orders (domain_id) WHERE status IN ('open', 'paid');
CREATE UNIQUE INDEX IF NOT EXISTS orders_once_per_service ON orders (service_id, kind) WHERE status IN ('open', 'paid');
CREATE INDEX IF NOT EXISTS orders_of_service ON orders (service_id);
CREATE INDEX IF NOT EXISTS orders_of_domain ON orders (domain_id) WHERE domain_id IS NOT NULL;

-- The paid terms of services: the current term, and any term that was paid before its start. Ended terms are deleted at
-- the next renewal. If the current term is missing, it is one billing cycle at the recurring price.
CREATE TABLE IF NOT EXISTS paid_terms (
  service_id INTEGER NOT NULL REFERENCES services (id) ON DELETE CASCADE,
  starts_on  TEXT NOT NULL CHECK (starts_on IS date(starts_on)),
  ends_on    TEXT NOT NULL CHECK (ends_on IS date(ends_on) AND ends_on > starts_on),
  amount     INTEGER NOT NULL CHECK (amount >= 0),
  PRIMARY KEY (service_id, starts_on)
) STRICT, WITHOUT ROWID;

-- The terms of the provider (scope '') and of registries (the scope is the extension). The newest version in force
-- applies in each scope.
CREATE TABLE IF NOT EXISTS terms (
  scope       TEXT NOT NULL,
  in_force_on TEXT NOT NULL CHECK (in_force_on IS date(in_force_on)),
  title_en    TEXT NOT NULL,
  title_fr    TEXT NOT NULL,
  url         TEXT NOT NULL,
  PRIMARY KEY (scope, in_force_on)
) STRICT, WITHOUT ROWID;

-- The notices to account owners, written in the transaction that causes them. Notices with the same account, kind and
-- connection that are due at the same time share one e-mail.
CREATE TABLE IF NOT EXISTS notices (
  id            INTEGER PRIMARY KEY,
  account_id    INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  kind          TEXT NOT NULL,
  -- The connection that made the request; empty if no connection did.
  connection    TEXT NOT NULL DEFAULT '',
  -- JSON: the facts for the e-mail, except those that are read when it is sent.
  content       TEXT NOT NULL CHECK (json_valid(content)),
  -- All times are in epoch milliseconds.
  due_at        INTEGER NOT NULL,
  claimed_until INTEGER NOT NULL DEFAULT 0,
  tries         INTEGER NOT NULL DEFAULT 0,
  sent_at       INTEGER
) STRICT;
CREATE INDEX IF NOT EXISTS notices_of_account ON notices (account_id, kind, connection, due_at);
CREATE INDEX IF NOT EXISTS notices_to_send ON notices (due_at) WHERE sent_at IS NULL;
CREATE INDEX IF NOT EXISTS notices_sent ON notices (sent_at) WHERE sent_at IS NOT NULL;

-- The events of accounts, stored for 30 days. The id is the time in epoch microseconds, or the next free number. The
-- subject is the id of an order, invoice or service, or a domain name.
CREATE TABLE IF NOT EXISTS events (
  id         INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  type       TEXT NOT NULL,
  subject    ANY NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS events_of_account ON events (account_id, id);

-- The ids up to `floor` must not be assigned again, because they may have been assigned before a restore.
CREATE TABLE IF NOT EXISTS id_floors (
  table_name TEXT PRIMARY KEY,
  floor      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The last run of each kind of scheduled work. The operator console shows these runs, and calls to the engine trigger
-- overdue work.
CREATE TABLE IF NOT EXISTS scheduled_runs (
  work TEXT PRIMARY KEY,
  -- All times in this table are in epoch milliseconds. If the work has never run, began_at is the time at which a call
  -- first looked for overdue work.
  began_at INTEGER NOT NULL,
  ended_at INTEGER,
  succeeded_at INTEGER,
  outcome TEXT NOT NULL CHECK (outcome IN ('awaited', 'running', 'succeeded', 'failed')),
  -- The number of items in the last run, such as deleted rows; NULL if the work does not count them.
  count INTEGER
) STRICT, WITHOUT ROWID;

-- How far the demonstration's clock is ahead. Without a row, the clock shows the real time.
CREATE TABLE IF NOT EXISTS demonstration_clock (
  only_row  INTEGER PRIMARY KEY CHECK (only_row = 1),
  offset_ms INTEGER NOT NULL CHECK (offset_ms >= 0)
) STRICT;

-- A random id of this installation. Its objects at Stripe have this id in their metadata, so that it can ignore the
-- objects of other installations.
CREATE TABLE IF NOT EXISTS installation (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  id       TEXT NOT NULL CHECK (length(id) = 32),
  -- Time at which the payments at Stripe were last listed, in epoch milliseconds.
  payments_listed_at INTEGER NOT NULL DEFAULT 0,
  -- Time at which the operator last got an e-mail about set-ups, in epoch milliseconds.
  operator_mailed_at INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT OR IGNORE INTO installation (only_row, id) VALUES (1, lower(hex(randomblob(16))));

-- The jurisdiction of the databases, and the time at which it was chosen. The deployment that creates the database
-- writes the row, and each later deployment checks it. Without a row, the platform chose the jurisdiction.
CREATE TABLE IF NOT EXISTS installation_jurisdiction (
  only_row     INTEGER PRIMARY KEY CHECK (only_row = 1),
  jurisdiction TEXT NOT NULL,
  made_at      TEXT NOT NULL
) STRICT;
