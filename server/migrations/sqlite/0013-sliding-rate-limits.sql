-- As in MySQL, so that both schemas are one; the process that has this file counts in its memory.
DROP TABLE rate_limits;

CREATE TABLE rate_limits (
  account_id        TEXT NOT NULL PRIMARY KEY,
  window_started_at INTEGER NOT NULL,
  requests_left     INTEGER NOT NULL CHECK (requests_left >= 0),
  latest_at         INTEGER NOT NULL DEFAULT 0,
  clock_ahead_ms    INTEGER NOT NULL DEFAULT 0,
  gap_ms            INTEGER NOT NULL DEFAULT 0,
  gaps              BLOB NOT NULL DEFAULT x'',
  span_ms           INTEGER NOT NULL DEFAULT 0,
  spare_ms          INTEGER NOT NULL DEFAULT 0 CHECK (spare_ms >= 0)
) STRICT, WITHOUT ROWID;
