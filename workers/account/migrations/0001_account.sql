-- The tables with which the account Worker finds connections, applications and sessions, and the open work of its
-- operator. Instants are epoch milliseconds unless a comment states otherwise.

-- Applications that registered themselves, and the last good copy of each metadata document.
CREATE TABLE IF NOT EXISTS clients (
  -- The id from the registration, or the address of the document.
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('registered', 'document')),
  -- JSON, in the OAuth library's form of a client.
  record TEXT NOT NULL,
  registered_at INTEGER NOT NULL,
  -- The last consent, issued token or read document.
  used_at INTEGER NOT NULL,
  -- The instant until which a document is used without a new fetch. Null for a registered application.
  fresh_until INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS clients_by_use ON clients (used_at);

-- Applications that registered themselves and have not received a code yet. They are deleted after a day, or earlier if
-- there are very many.
CREATE TABLE IF NOT EXISTS unconnected_clients (
  id TEXT PRIMARY KEY,
  registered_at INTEGER NOT NULL,
  -- A keyed hash of the registering network.
  network TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS unconnected_clients_by_age ON unconnected_clients (registered_at);
CREATE INDEX IF NOT EXISTS unconnected_clients_of_network ON unconnected_clients (network, registered_at);

-- The instant until which the operator lifts the maximum of registrations.
CREATE TABLE IF NOT EXISTS lifted_registrations (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  until INTEGER NOT NULL
) STRICT;

-- The connections of each login. Each connection's own object is the authority on everything else.
CREATE TABLE IF NOT EXISTS connections (
  id TEXT PRIMARY KEY,
  -- The billing system of login and account, as in every table here.
  billing_system TEXT NOT NULL,
  login_id INTEGER NOT NULL,
  account_id INTEGER NOT NULL,
  application TEXT NOT NULL,
  made_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS connections_of_login ON connections (login_id, account_id, application);
CREATE INDEX IF NOT EXISTS connections_open ON connections (billing_system) WHERE ended_at IS NULL;
CREATE INDEX IF NOT EXISTS connections_of_account ON connections (account_id);
CREATE INDEX IF NOT EXISTS connections_of_application ON connections (application);

-- The logins that changed an account in the client area. They lead to the accounts' objects, as connections do.
CREATE TABLE IF NOT EXISTS acting_logins (
  billing_system TEXT NOT NULL,
  login_id INTEGER NOT NULL,
  account_id INTEGER NOT NULL,
  -- The instant of the last change.
  acted_at INTEGER NOT NULL,
  PRIMARY KEY (login_id, account_id, billing_system)
) STRICT, WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS acting_logins_of_account ON acting_logins (account_id);
CREATE INDEX IF NOT EXISTS acting_logins_by_time ON acting_logins (acted_at);

-- The signed-in sessions of the account's pages, by login, so that they can be ended and erased.
CREATE TABLE IF NOT EXISTS signed_in_sessions (
  -- The id of the session's object. The cookie cannot be derived from it.
  object TEXT PRIMARY KEY,
  login_id INTEGER NOT NULL,
  signed_in_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  -- Browser and system in plain words. Empty if neither is known.
  browser TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS signed_in_sessions_of_login ON signed_in_sessions (login_id);
CREATE INDEX IF NOT EXISTS signed_in_sessions_by_end ON signed_in_sessions (ends_at);

-- Logins whose sessions all ended within the last hour. A sign-in that began before that instant creates no session.
CREATE TABLE IF NOT EXISTS signed_out_logins (
  login_id INTEGER PRIMARY KEY,
  until INTEGER NOT NULL
) STRICT;

-- Actions that wait for the operator. The journals in the accounts' objects are the authority. Each daily alert writes
-- its row again, and the row is deleted when the action is settled.
CREATE TABLE IF NOT EXISTS stuck_actions (
  billing_system TEXT NOT NULL,
  account_id INTEGER NOT NULL,
  -- The billing system's reference for the action.
  reference TEXT NOT NULL,
  login_id INTEGER NOT NULL,
  operation TEXT NOT NULL,
  -- For example, domain:example.com.
  target TEXT,
  state TEXT NOT NULL,
  -- Null for an action that has been running for too long.
  reason TEXT,
  sent_at INTEGER,
  since INTEGER NOT NULL,
  -- The instant of the last write.
  seen_at INTEGER NOT NULL,
  PRIMARY KEY (billing_system, account_id, reference)
) STRICT, WITHOUT ROWID;

-- The operator's decisions about stuck actions, and their results.
CREATE TABLE IF NOT EXISTS settle_instructions (
  id INTEGER PRIMARY KEY,
  billing_system TEXT NOT NULL,
  account_id INTEGER NOT NULL,
  reference TEXT NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('done', 'nothing')),
  -- The order that the action created. Null if there is none or the operator did not name it.
  order_id INTEGER,
  because TEXT NOT NULL,
  asked_at INTEGER NOT NULL,
  state TEXT NOT NULL DEFAULT 'asked' CHECK (state IN ('asked', 'carried_out', 'refused')),
  -- A sentence. For an open instruction, the reason why it is still open.
  result TEXT,
  done_at INTEGER
) STRICT;

-- Each action has one instruction at a time, and each order has one action.
CREATE UNIQUE INDEX IF NOT EXISTS settle_instructions_asked
  ON settle_instructions (billing_system, account_id, reference) WHERE state = 'asked';
CREATE UNIQUE INDEX IF NOT EXISTS settle_instructions_order
  ON settle_instructions (billing_system, order_id) WHERE order_id IS NOT NULL AND state <> 'refused';

-- Executed instructions that the billing system must be informed of.
CREATE TABLE IF NOT EXISTS settled_actions (
  -- An id of settle_instructions.
  instruction_id INTEGER PRIMARY KEY,
  login_id INTEGER NOT NULL,
  operation TEXT NOT NULL,
  target TEXT,
  -- Null until the billing system has the report.
  told_at INTEGER
) STRICT;

CREATE INDEX IF NOT EXISTS settled_actions_of_login ON settled_actions (login_id);

-- The operator's acts on a login, for the customer's page. It omits the actor and the reason, which are for operators.
CREATE TABLE IF NOT EXISTS acts_on_logins (
  id INTEGER PRIMARY KEY,
  billing_system TEXT NOT NULL,
  login_id INTEGER NOT NULL,
  act TEXT NOT NULL CHECK (act IN ('unlocked', 'exported', 'mailed')),
  at INTEGER NOT NULL
) STRICT;

CREATE INDEX IF NOT EXISTS acts_on_logins_of_login ON acts_on_logins (login_id, billing_system, at);
CREATE INDEX IF NOT EXISTS acts_on_logins_by_time ON acts_on_logins (at);

-- Connections that the operator ended, for their customers' page. It omits the reason, which only operators may see.
CREATE TABLE IF NOT EXISTS operator_ends (
  connection_id TEXT PRIMARY KEY,
  billing_system TEXT NOT NULL,
  login_id INTEGER NOT NULL,
  -- The application's name as shown.
  name TEXT NOT NULL,
  ended_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS operator_ends_of_login ON operator_ends (login_id, billing_system, ended_at);

-- Mails about a connection that were not accepted for delivery, to be sent again. None of them has a code.
CREATE TABLE IF NOT EXISTS failed_mails (
  id INTEGER PRIMARY KEY,
  connection_id TEXT NOT NULL,
  billing_system TEXT NOT NULL,
  login_id INTEGER NOT NULL,
  account_id INTEGER NOT NULL,
  kind TEXT NOT NULL,
  failed_at INTEGER NOT NULL,
  request_id TEXT
) STRICT;

CREATE INDEX IF NOT EXISTS failed_mails_by_time ON failed_mails (failed_at);

-- The last run of each piece of scheduled work. The status shows it, and later calls make up for missed runs.
CREATE TABLE IF NOT EXISTS scheduled_runs (
  work TEXT PRIMARY KEY,
  -- The start of the run. For work that never ran, the instant at which it was first missed.
  began_at INTEGER NOT NULL,
  ended_at INTEGER,
  succeeded_at INTEGER,
  outcome TEXT NOT NULL CHECK (outcome IN ('awaited', 'running', 'succeeded', 'failed')),
  -- The result of the last run, such as the number of deleted rows. Null if the work counts nothing.
  count INTEGER
) STRICT, WITHOUT ROWID;

-- The jurisdiction in which the databases were created, and when. The deployment that creates the database writes it.
-- Each later deployment compares it. Without a row, Cloudflare chose the location.
CREATE TABLE IF NOT EXISTS installation_jurisdiction (
  only_row     INTEGER PRIMARY KEY CHECK (only_row = 1),
  jurisdiction TEXT NOT NULL,
  made_at      TEXT NOT NULL
) STRICT;
