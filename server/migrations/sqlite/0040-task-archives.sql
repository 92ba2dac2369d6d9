-- Tasks that have left the database for a file of the object store, each with its ledger entries. A row is a file. Rows
-- of tasks are deleted while it is DELETING, which it becomes only once the file was read back.
CREATE TABLE task_archives (
  id            TEXT NOT NULL PRIMARY KEY,
  state         TEXT NOT NULL,
  claimed_by    TEXT NULL,
  claimed_until INTEGER NOT NULL,
  created_at    INTEGER NOT NULL,
  sha256        TEXT NOT NULL,
  size_bytes    INTEGER NOT NULL,
  tasks         INTEGER NOT NULL,
  first_task_id TEXT NOT NULL,
  last_task_id  TEXT NOT NULL,
  last_entry_id INTEGER NOT NULL,
  charged       INTEGER NOT NULL,
  refunded      INTEGER NOT NULL,
  CONSTRAINT task_archives_state CHECK (state IN ('WRITING', 'DELETING', 'ARCHIVED', 'RESTORING', 'RESTORED'))
) STRICT;
CREATE INDEX task_archives_by_state ON task_archives (state, last_entry_id);
CREATE INDEX task_archives_tasks ON task_archives (last_task_id);

-- What the archived tasks add up to, counted in the transactions that delete or restore them: with the tasks in the
-- database this is what usage, ledger, spending and costs must be. The days are those on which the tasks ended.
CREATE TABLE archived_usage (
  account_id TEXT NOT NULL,
  day        INTEGER NOT NULL,
  product    TEXT NOT NULL,
  api_key_id TEXT NOT NULL,
  succeeded  INTEGER NOT NULL,
  failed     INTEGER NOT NULL,
  cancelled  INTEGER NOT NULL,
  charged    INTEGER NOT NULL,
  refunded   INTEGER NOT NULL,
  PRIMARY KEY (account_id, day, product, api_key_id)
) STRICT;

-- The days are those on which the tasks were ordered.
CREATE TABLE archived_spending (
  limits_id TEXT NOT NULL,
  day       INTEGER NOT NULL,
  spent     INTEGER NOT NULL,
  PRIMARY KEY (limits_id, day)
) STRICT;

-- Of succeeded tasks; '' stands for no recorded engine. `known` are those whose cost the engine told.
CREATE TABLE archived_costs (
  day           INTEGER NOT NULL,
  product       TEXT NOT NULL,
  provider      TEXT NOT NULL,
  results       INTEGER NOT NULL,
  charged       INTEGER NOT NULL,
  known         INTEGER NOT NULL,
  known_charged INTEGER NOT NULL,
  known_cost    INTEGER NOT NULL,
  PRIMARY KEY (day, product, provider)
) STRICT;

INSERT OR IGNORE INTO sweep_runs (sweep, due_at) VALUES ('archive-tasks', 0);
