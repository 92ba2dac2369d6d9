-- One row for each process that runs tasks: until when it counts as alive unless it sends its next heartbeat.
CREATE TABLE IF NOT EXISTS workers (
  worker      VARCHAR(64) NOT NULL PRIMARY KEY,
  alive_until BIGINT NOT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
