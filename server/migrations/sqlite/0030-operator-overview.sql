-- What all accounts used on a day, which the operator's page sums up. A count that changes does not touch the index.
CREATE INDEX IF NOT EXISTS usage_days_day ON usage_days (day, product);

-- Calls of engines that ended without a result, written with the submission that follows. The last call of a task
-- is in `tasks`: `provider`, and since when.
CREATE TABLE IF NOT EXISTS engine_calls (
  task_id    TEXT NOT NULL,
  id         TEXT NOT NULL,
  attempt    INTEGER NOT NULL,
  provider   TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  ended_at   INTEGER NOT NULL,
  outcome    TEXT NOT NULL CHECK (outcome IN ('unavailable', 'busy', 'ambiguous', 'lost', 'overdue')),
  reason     TEXT NULL,
  PRIMARY KEY (task_id, id)
) STRICT, WITHOUT ROWID;

ALTER TABLE tasks ADD COLUMN engine_called_at INTEGER NULL;
