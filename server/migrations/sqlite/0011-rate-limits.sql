-- Empty here: the one process that has this file counts in its memory. It is there so that both schemas are
-- one.
CREATE TABLE IF NOT EXISTS rate_limits (
  account_id        TEXT NOT NULL PRIMARY KEY,
  window_started_at INTEGER NOT NULL,
  requests_left     INTEGER NOT NULL CHECK (requests_left >= 0)
) STRICT, WITHOUT ROWID;
