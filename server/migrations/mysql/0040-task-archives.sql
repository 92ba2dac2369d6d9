-- Tasks that have left the database for a file of the object store, each with its ledger entries. A row is a file. Rows
-- of tasks are deleted while it is DELETING, which it becomes only once the file was read back.
CREATE TABLE IF NOT EXISTS task_archives (
  id            CHAR(24) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  state         VARCHAR(9) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  claimed_by    CHAR(32) CHARACTER SET ascii COLLATE ascii_bin NULL,
  claimed_until BIGINT NOT NULL,
  created_at    BIGINT NOT NULL,
  sha256        CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  size_bytes    BIGINT NOT NULL,
  tasks         BIGINT NOT NULL,
  first_task_id CHAR(24) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  last_task_id  CHAR(24) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  last_entry_id BIGINT NOT NULL,
  charged       BIGINT NOT NULL,
  refunded      BIGINT NOT NULL,
  KEY task_archives_by_state (state, last_entry_id),
  KEY task_archives_tasks (last_task_id),
  CONSTRAINT task_archives_state CHECK (state IN ('WRITING', 'DELETING', 'ARCHIVED', 'RESTORING', 'RESTORED'))
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- What the archived tasks add up to, counted in the transactions that delete or restore them: with the tasks in the
-- database this is what usage, ledger, spending and costs must be. The days are those on which the tasks ended.
CREATE TABLE IF NOT EXISTS archived_usage (
  account_id CHAR(24) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  day        INT NOT NULL,
  product    VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  api_key_id VARCHAR(12) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  succeeded  BIGINT NOT NULL,
  failed     BIGINT NOT NULL,
  cancelled  BIGINT NOT NULL,
  charged    BIGINT NOT NULL,
  refunded   BIGINT NOT NULL,
  PRIMARY KEY (account_id, day, product, api_key_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- The days are those on which the tasks were ordered.
CREATE TABLE IF NOT EXISTS archived_spending (
  limits_id CHAR(12) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  day       INT NOT NULL,
  spent     BIGINT NOT NULL,
  PRIMARY KEY (limits_id, day)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- Of succeeded tasks; '' stands for no recorded engine. `known` are those whose cost the engine told.
CREATE TABLE IF NOT EXISTS archived_costs (
  day           INT NOT NULL,
  product       VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  provider      VARCHAR(64) NOT NULL,
  results       BIGINT NOT NULL,
  charged       BIGINT NOT NULL,
  known         BIGINT NOT NULL,
  known_charged BIGINT NOT NULL,
  known_cost    BIGINT NOT NULL,
  PRIMARY KEY (day, product, provider)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT IGNORE INTO sweep_runs (sweep, due_at) VALUES ('archive-tasks', 0);
