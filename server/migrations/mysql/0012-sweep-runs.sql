-- Sweeps that one process at a time does for all: when the next is due, when the last ended, and what it
-- found.
CREATE TABLE IF NOT EXISTS sweep_runs (
  sweep    VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  due_at   BIGINT NOT NULL,
  ended_at BIGINT NULL,
  found    BIGINT NULL,
  CONSTRAINT sweep_runs_ended CHECK ((ended_at IS NULL) = (found IS NULL))
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT IGNORE INTO sweep_runs (sweep, due_at) VALUES ('reconcile-ledger', 0);
