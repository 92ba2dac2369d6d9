-- A row is running work: which worker has it, under which fencing epoch, and until when unless it sends a
-- heartbeat.
CREATE TABLE IF NOT EXISTS task_leases (
  task_id     CHAR(24) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  epoch       INT NOT NULL,
  worker      VARCHAR(64) NOT NULL,
  lease_until BIGINT NOT NULL,
  KEY task_leases_until (lease_until)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
