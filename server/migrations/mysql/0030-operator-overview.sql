-- What all accounts used on a day, which the operator's page sums up. A count that changes does not touch the index.
-- Added only where it is missing: MySQL has no CREATE INDEX IF NOT EXISTS.
SET @missing = (
  SELECT COUNT(*) = 0 FROM information_schema.statistics
  WHERE table_schema = DATABASE() AND table_name = 'usage_days' AND index_name = 'usage_days_day'
);
SET @alteration = IF(@missing, 'ALTER TABLE usage_days ADD KEY usage_days_day (day, product)', 'DO 0');
PREPARE alteration FROM @alteration;
EXECUTE alteration;
DEALLOCATE PREPARE alteration;

-- Calls of engines that ended without a result, written with the submission that follows. The last call of a task
-- is in `tasks`: `provider`, and since when.
CREATE TABLE IF NOT EXISTS engine_calls (
  task_id    CHAR(24) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  id         CHAR(24) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  attempt    INT NOT NULL,
  provider   VARCHAR(64) NOT NULL,
  started_at BIGINT NOT NULL,
  ended_at   BIGINT NOT NULL,
  outcome    VARCHAR(11) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  reason     VARCHAR(300) NULL,
  PRIMARY KEY (task_id, id),
  CONSTRAINT engine_calls_outcome CHECK (outcome IN ('unavailable', 'busy', 'ambiguous', 'lost', 'overdue'))
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

SET @missing = (
  SELECT COUNT(*) = 0 FROM information_schema.columns
  WHERE table_schema = DATABASE() AND table_name = 'tasks' AND column_name = 'engine_called_at'
);
SET @alteration = IF(@missing, 'ALTER TABLE tasks ADD COLUMN engine_called_at BIGINT NULL', 'DO 0');
PREPARE alteration FROM @alteration;
EXECUTE alteration;
DEALLOCATE PREPARE alteration;
