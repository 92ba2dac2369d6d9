-- One row for each provider with limits: locked while a start is counted, so that the limits hold over all
-- workers.
CREATE TABLE IF NOT EXISTS provider_starts (
  provider      TEXT NOT NULL PRIMARY KEY,
  -- When the next start would be due if starts came evenly, in milliseconds since 1970.
  next_start_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
