-- What the workers know of each provider, for the API processes: one that is down until some time is not
-- offered.
CREATE TABLE IF NOT EXISTS provider_health (
  provider   VARCHAR(64) NOT NULL PRIMARY KEY,
  failures   INT NOT NULL,
  down_until BIGINT NOT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
