-- Changes of a name's settings that were sent, until it is known what became of them: the owner is mailed about those that were made.
CREATE TABLE IF NOT EXISTS sent_changes (
  account_id INTEGER NOT NULL,
  domain_id  INTEGER NOT NULL,
  -- What is to be, such as unlocked: the same again is the same change.
  wanted     TEXT NOT NULL,
  domain     TEXT NOT NULL,
  -- What its owner is told: JSON.
  notice     TEXT NOT NULL,
  sent_at    TEXT NOT NULL,
  -- Until then one run mails its owner, and no other.
  claimed_until TEXT,
  PRIMARY KEY (account_id, domain_id, wanted)
) STRICT, WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS sent_changes_by_time ON sent_changes (sent_at);
