-- A row is running work: which worker has it, under which fencing epoch, and until when unless it sends a
-- heartbeat.
CREATE TABLE IF NOT EXISTS task_leases (
  task_id     TEXT NOT NULL PRIMARY KEY,
  epoch       INTEGER NOT NULL,
  worker      TEXT NOT NULL,
  lease_until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS task_leases_until ON task_leases (lease_until);
