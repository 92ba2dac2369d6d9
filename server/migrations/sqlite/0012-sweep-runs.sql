-- Sweeps that one process at a time does for all: when the next is due, when the last ended, and what it
-- found.
CREATE TABLE IF NOT EXISTS sweep_runs (
  sweep    TEXT NOT NULL PRIMARY KEY,
  due_at   INTEGER NOT NULL,
  ended_at INTEGER,
  found    INTEGER,
  CHECK ((ended_at IS NULL) = (found IS NULL))
) STRICT, WITHOUT ROWID;

INSERT OR IGNORE INTO sweep_runs (sweep, due_at) VALUES ('reconcile-ledger', 0);
