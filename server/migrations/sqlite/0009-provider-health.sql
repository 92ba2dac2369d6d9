-- What the workers know of each provider, for the API processes: one that is down until some time is not
-- offered.
CREATE TABLE IF NOT EXISTS provider_health (
  provider   TEXT NOT NULL PRIMARY KEY,
  failures   INTEGER NOT NULL,
  down_until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
