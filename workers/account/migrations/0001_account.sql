-- The tables of the account Worker. They list connections, applications, sessions and the operator's open work. Times
-- are in epoch milliseconds unless a comment states otherwise.

-- Applications that registered themselves, and the last good copies of connected applications' metadata documents.
CREATE TABLE IF NOT EXISTS clients (
  -- The id from the registration, or the URL of the document.
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('registered', 'document')),
  -- The client's record as JSON, in the OAuth library's format.
  record TEXT NOT NULL,
  registered_at INTEGER NOT NULL,
  -- Time of the last consent or token, or of the last read of the document.
  used_at INTEGER NOT NULL,
  -- Time until which a document is used without a new fetch. Null for a registered application.
  fresh_until INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS clients_by_use ON clients (used_at);

-- Applications that registered themselves and have not received a code yet. They are deleted after a day, or earlier if
-- there are very many.
CREATE TABLE IF NOT EXISTS unconnected_clients (
  id TEXT PRIMARY KEY,
  registered_at INTEGER NOT NULL,
  -- A keyed hash of the network that registered the application.
  network TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS unconnected_clients_by_age ON unconnected_clients (registered_at);
CREATE INDEX IF NOT EXISTS unconnected_clients_of_network ON unconnected_clients (network, registered_at);

-- Time until which the operator has lifted the maximum number of registrations.
CREATE TABLE IF NOT EXISTS lifted_registrations (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  until INTEGER NOT NULL
) STRICT;

-- The connections of each login. The Durable Object of a connection is authoritative for all other facts about it.
CREATE TABLE IF NOT EXISTS connections (
  id TEXT PRIMARY KEY,
  -- The billing system of the login and account, as in every table with this column.
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

-- The logins that changed an account in the client area. Like connections, these rows lead to the accounts' objects.
CREATE TABLE IF NOT EXISTS acting_logins (
  billing_system TEXT NOT NULL,
  login_id INTEGER NOT NULL,
  account_id INTEGER NOT NULL,
  -- Time of the last change.
  acted_at INTEGER NOT NULL,
  PRIMARY KEY (login_id, account_id, billing_system)
) STRICT, WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS acting_logins_of_account ON acting_logins (account_id);
CREATE INDEX IF NOT EXISTS acting_logins_by_time ON acting_logins (acted_at);

-- The signed-in sessions of the account's pages and the client area, by login, so that they can be ended and erased.
CREATE TABLE IF NOT EXISTS signed_in_sessions (
  -- The id of the session's object. The cookie cannot be derived from it.
  object TEXT PRIMARY KEY,
  login_id INTEGER NOT NULL,
  signed_in_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  -- The names of the browser and operating system. Empty if neither is known.
  browser TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS signed_in_sessions_of_login ON signed_in_sessions (login_id);
CREATE INDEX IF NOT EXISTS signed_in_sessions_by_end ON signed_in_sessions (ends_at);

-- Logins whose sessions were all ended recently. A sign-in that began before `until` creates no session.
CREATE TABLE IF NOT EXISTS signed_out_logins (
  login_id INTEGER PRIMARY KEY,
  until INTEGER NOT NULL
) STRICT;

-- Actions that wait for the operator. The journals in the accounts' objects are authoritative. The daily alert about an
-- action writes the action's row again, and the row is deleted when the action is settled.
CREATE TABLE IF NOT EXISTS stuck_actions (
  billing_system TEXT NOT NULL,
  account_id INTEGER NOT NULL,
  -- The billing system's reference for the action.
  reference TEXT NOT NULL,
  login_id INTEGER NOT NULL,
  operation TEXT NOT NULL,
  -- The target as text, such as domain:example.com.
  target TEXT,
  state TEXT NOT NULL,
  -- Null for an action that is not stuck but has run for too long.
  reason TEXT,
  sent_at INTEGER,
  since INTEGER NOT NULL,
  -- Time of the last write.
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
  -- The result in words. For an open instruction, the reason why it is still open.
  result TEXT,
  done_at INTEGER
) STRICT;

-- Each action has at most one open instruction, and each order belongs to at most one action.
CREATE UNIQUE INDEX IF NOT EXISTS settle_instructions_asked
  ON settle_instructions (billing_system, account_id, reference) WHERE state = 'asked';
CREATE UNIQUE INDEX IF NOT EXISTS settle_instructions_order
  ON settle_instructions (billing_system, order_id) WHERE order_id IS NOT NULL AND state <> 'refused';

-- The actions of the operator's instructions. Each row is copied before the instruction is executed, because the row in
-- stuck_actions is deleted then. Executed instructions are reported to the billing system.
CREATE TABLE IF NOT EXISTS settled_actions (
  -- The id of a row in settle_instructions.
  instruction_id INTEGER PRIMARY KEY,
  login_id INTEGER NOT NULL,
  operation TEXT NOT NULL,
  target TEXT,
  -- Null until the billing system has received the report.
  told_at INTEGER
) STRICT;

CREATE INDEX IF NOT EXISTS settled_actions_of_login ON settled_actions (login_id);

-- The operator's acts on a login, for the customer's page. The actor and the reason are left out, because only
-- operators may see them.
CREATE TABLE IF NOT EXISTS acts_on_logins (
  id INTEGER PRIMARY KEY,
  billing_system TEXT NOT NULL,
  login_id INTEGER NOT NULL,
  act TEXT NOT NULL CHECK (act IN ('unlocked', 'exported', 'mailed')),
  at INTEGER NOT NULL
) STRICT;

CREATE INDEX IF NOT EXISTS acts_on_logins_of_login ON acts_on_logins (login_id, billing_system, at);
CREATE INDEX IF NOT EXISTS acts_on_logins_by_time ON acts_on_logins (at);

-- Connections that the operator ended, for the customers' pages. The reason is left out, because only operators may see
-- it.
CREATE TABLE IF NOT EXISTS operator_ends (
  connection_id TEXT PRIMARY KEY,
  billing_system TEXT NOT NULL,
  login_id INTEGER NOT NULL,
  -- The application's name as shown to customers.
  name TEXT NOT NULL,
  ended_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS operator_ends_of_login ON operator_ends (login_id, billing_system, ended_at);

-- E-mails about a connection that were not sent and can be sent again. None of them contains a code.
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

-- The last run of each kind of scheduled work. The operator's status shows these rows, and later calls make up for
-- missed runs.
CREATE TABLE IF NOT EXISTS scheduled_runs (
  work TEXT PRIMARY KEY,
  -- The start of the run. For work that never ran, the time at which the first run was missed.
  began_at INTEGER NOT NULL,
  ended_at INTEGER,
  succeeded_at INTEGER,
  outcome TEXT NOT NULL CHECK (outcome IN ('awaited', 'running', 'succeeded', 'failed')),
  -- The result of the last run, such as the number of deleted rows. Null if the work counts nothing.
  count INTEGER
) STRICT, WITHOUT ROWID;

-- The jurisdiction in which the databases were created, and the time in RFC 3339. The deployment that creates the
-- database writes the row, and each later deployment compares it. Without a row, Cloudflare chose the location.
CREATE TABLE IF NOT EXISTS installation_jurisdiction (
  only_row     INTEGER PRIMARY KEY CHECK (only_row = 1),
  jurisdiction TEXT NOT NULL,
  made_at      TEXT NOT NULL
) STRICT;
