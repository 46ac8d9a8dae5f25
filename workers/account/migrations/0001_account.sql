-- What the account Worker finds connections, applications and sessions by, and what waits for its operator. Instants are epoch
-- milliseconds where nothing else is said.

-- Applications that registered themselves, and the last good copy of each metadata document.
CREATE TABLE IF NOT EXISTS clients (
  -- Given at registration, or the address of the document.
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('registered', 'document')),
  -- As the OAuth library stores a client: JSON.
  record TEXT NOT NULL,
  registered_at INTEGER NOT NULL,
  -- A consent was given or a token was issued, or a document was read.
  used_at INTEGER NOT NULL,
  -- Until when a document is used without asking its host; null for what registered itself.
  fresh_until INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS clients_by_use ON clients (used_at);

-- Applications that registered themselves and have not got a code yet: they are forgotten after a day, or earlier where there are
-- very many.
CREATE TABLE IF NOT EXISTS unconnected_clients (
  id TEXT PRIMARY KEY,
  registered_at INTEGER NOT NULL,
  -- That it was registered from: a keyed hash.
  network TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS unconnected_clients_by_age ON unconnected_clients (registered_at);
CREATE INDEX IF NOT EXISTS unconnected_clients_of_network ON unconnected_clients (network, registered_at);

-- Until when the operator has all of them kept, however many there are.
CREATE TABLE IF NOT EXISTS lifted_registrations (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  until INTEGER NOT NULL
) STRICT;

-- Which connections a login has. Each connection's own object is the authority on everything else.
CREATE TABLE IF NOT EXISTS connections (
  id TEXT PRIMARY KEY,
  -- That login and account are of, like every billing_system here.
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

-- Which logins changed which accounts by hand: the accounts' objects are found by it, as by connections.
CREATE TABLE IF NOT EXISTS acting_logins (
  billing_system TEXT NOT NULL,
  login_id INTEGER NOT NULL,
  account_id INTEGER NOT NULL,
  -- Last.
  acted_at INTEGER NOT NULL,
  PRIMARY KEY (login_id, account_id, billing_system)
) STRICT, WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS acting_logins_of_account ON acting_logins (account_id);
CREATE INDEX IF NOT EXISTS acting_logins_by_time ON acting_logins (acted_at);

-- The sessions of the account's pages that somebody has signed in with: found by their login, for ending and erasing them.
CREATE TABLE IF NOT EXISTS signed_in_sessions (
  -- The id of its object, from which its cookie cannot be found.
  object TEXT PRIMARY KEY,
  login_id INTEGER NOT NULL,
  signed_in_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  -- Browser and system in plain words; empty where neither is known.
  browser TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS signed_in_sessions_of_login ON signed_in_sessions (login_id);
CREATE INDEX IF NOT EXISTS signed_in_sessions_by_end ON signed_in_sessions (ends_at);

-- Logins whose sessions were all ended an hour ago or later: a sign-in that began before that instant begins no session.
CREATE TABLE IF NOT EXISTS signed_out_logins (
  login_id INTEGER PRIMARY KEY,
  until INTEGER NOT NULL
) STRICT;

-- Actions that wait for the operator. They follow the journals in the accounts' objects, which are the authority: a row is written
-- with each daily alert and removed when its action is settled.
CREATE TABLE IF NOT EXISTS stuck_actions (
  billing_system TEXT NOT NULL,
  account_id INTEGER NOT NULL,
  -- What the billing system knows it by.
  reference TEXT NOT NULL,
  login_id INTEGER NOT NULL,
  operation TEXT NOT NULL,
  -- Such as domain:example.com.
  target TEXT,
  state TEXT NOT NULL,
  -- Null for what is under way for too long.
  reason TEXT,
  sent_at INTEGER,
  since INTEGER NOT NULL,
  -- When it was last written.
  seen_at INTEGER NOT NULL,
  PRIMARY KEY (billing_system, account_id, reference)
) STRICT, WITHOUT ROWID;

-- What the operator says became of them, and what came of that.
CREATE TABLE IF NOT EXISTS settle_instructions (
  id INTEGER PRIMARY KEY,
  billing_system TEXT NOT NULL,
  account_id INTEGER NOT NULL,
  reference TEXT NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('done', 'nothing')),
  -- The order that was made; null where there is none, or it was not named.
  order_id INTEGER,
  because TEXT NOT NULL,
  asked_at INTEGER NOT NULL,
  state TEXT NOT NULL DEFAULT 'asked' CHECK (state IN ('asked', 'carried_out', 'refused')),
  -- A sentence; for an open instruction, why it was not carried out yet.
  result TEXT,
  done_at INTEGER
) STRICT;

-- One instruction at a time for an action, and one action for an order.
CREATE UNIQUE INDEX IF NOT EXISTS settle_instructions_asked
  ON settle_instructions (billing_system, account_id, reference) WHERE state = 'asked';
CREATE UNIQUE INDEX IF NOT EXISTS settle_instructions_order
  ON settle_instructions (billing_system, order_id) WHERE order_id IS NOT NULL AND state <> 'refused';

-- What the billing system learns of an instruction once it was carried out.
CREATE TABLE IF NOT EXISTS settled_actions (
  -- Of settle_instructions.
  instruction_id INTEGER PRIMARY KEY,
  login_id INTEGER NOT NULL,
  operation TEXT NOT NULL,
  target TEXT,
  -- Null until it has heard it.
  told_at INTEGER
) STRICT;

CREATE INDEX IF NOT EXISTS settled_actions_of_login ON settled_actions (login_id);

-- What the operator did about a login, for the page of the customer. Neither who nor why: that is for operators.
CREATE TABLE IF NOT EXISTS acts_on_logins (
  id INTEGER PRIMARY KEY,
  billing_system TEXT NOT NULL,
  login_id INTEGER NOT NULL,
  act TEXT NOT NULL CHECK (act IN ('unlocked', 'exported', 'mailed')),
  at INTEGER NOT NULL
) STRICT;

CREATE INDEX IF NOT EXISTS acts_on_logins_of_login ON acts_on_logins (login_id, billing_system, at);
CREATE INDEX IF NOT EXISTS acts_on_logins_by_time ON acts_on_logins (at);

-- Connections that the operator ended, for the page of the customers whose they were. No reason: that is for operators.
CREATE TABLE IF NOT EXISTS operator_ends (
  connection_id TEXT PRIMARY KEY,
  billing_system TEXT NOT NULL,
  login_id INTEGER NOT NULL,
  -- As the application was shown.
  name TEXT NOT NULL,
  ended_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS operator_ends_of_login ON operator_ends (login_id, billing_system, ended_at);

-- Mails about a connection that were not accepted for delivery, to be sent again; never one that carries a code.
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

-- The last run of each piece of scheduled work: what the status tells, and calls catch up on.
CREATE TABLE IF NOT EXISTS scheduled_runs (
  work TEXT PRIMARY KEY,
  -- Of work that never ran: when it was first missed.
  began_at INTEGER NOT NULL,
  ended_at INTEGER,
  succeeded_at INTEGER,
  outcome TEXT NOT NULL CHECK (outcome IN ('awaited', 'running', 'succeeded', 'failed')),
  -- What the last run did, such as rows cleared; null where it does not count.
  count INTEGER
) STRICT, WITHOUT ROWID;

-- The jurisdiction that the databases were made in, and when. The deployment that makes the database writes it, and compares it
-- before each later one; no row: the platform chose.
CREATE TABLE IF NOT EXISTS installation_jurisdiction (
  only_row     INTEGER PRIMARY KEY CHECK (only_row = 1),
  jurisdiction TEXT NOT NULL,
  made_at      TEXT NOT NULL
) STRICT;
