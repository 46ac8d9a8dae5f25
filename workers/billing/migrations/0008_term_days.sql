-- The day of the month on which a service's terms begin, where a shorter month has them begin earlier. A service without a
-- row takes it from the term before.
CREATE TABLE IF NOT EXISTS service_term_days (
  service_id INTEGER PRIMARY KEY REFERENCES services (id) ON DELETE CASCADE,
  day        INTEGER NOT NULL CHECK (day BETWEEN 1 AND 31)
) STRICT;
