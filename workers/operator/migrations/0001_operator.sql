-- What operators did: written before an act is carried out, completed after.
CREATE TABLE IF NOT EXISTS operator_acts (
  id TEXT PRIMARY KEY,
  -- Epoch milliseconds, like every instant here.
  at INTEGER NOT NULL,
  -- An e-mail address, or the client id of a service token, as Cloudflare Access says.
  who TEXT NOT NULL,
  act TEXT NOT NULL,
  -- Such as connection:<id> or login:12; never a name or an address.
  subject TEXT NOT NULL,
  because TEXT NOT NULL,
  request_id TEXT NOT NULL,
  -- begun: it was not heard how it ended.
  outcome TEXT NOT NULL DEFAULT 'begun' CHECK (outcome IN ('begun', 'done', 'refused', 'failed')),
  result TEXT,
  ended_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS operator_acts_by_time ON operator_acts (at);

-- One row: the random key that signs the tokens of the console's forms.
CREATE TABLE IF NOT EXISTS form_key (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  key BLOB NOT NULL
) STRICT;
