-- What the billing system is told of an instruction that was carried out, and when it was (epoch milliseconds).
ALTER TABLE settle_instructions ADD COLUMN operation TEXT;
ALTER TABLE settle_instructions ADD COLUMN target TEXT;
ALTER TABLE settle_instructions ADD COLUMN login_id INTEGER;
ALTER TABLE settle_instructions ADD COLUMN told_at INTEGER;

CREATE INDEX IF NOT EXISTS settle_instructions_untold ON settle_instructions (id) WHERE state = 'carried_out' AND told_at IS NULL;
