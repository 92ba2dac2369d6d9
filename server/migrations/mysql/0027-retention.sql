-- When the files of a task's result were removed, and why; when everything but its money was. `position` is the id
-- up to which a sweep has dealt with every task, so that the next run begins there. Added only where they are
-- missing: MySQL has no ADD COLUMN IF NOT EXISTS.
SET @missing = (
  SELECT COUNT(*) = 0 FROM information_schema.columns
  WHERE table_schema = DATABASE() AND table_name = 'tasks' AND column_name = 'scrubbed_at'
);
SET @alteration = IF(@missing, 'ALTER TABLE tasks
  ADD COLUMN removed_at BIGINT NULL,
  ADD COLUMN removed_code VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NULL,
  ADD COLUMN scrubbed_at BIGINT NULL', 'DO 0');
PREPARE alteration FROM @alteration;
EXECUTE alteration;
DEALLOCATE PREPARE alteration;

SET @missing = (
  SELECT COUNT(*) = 0 FROM information_schema.columns
  WHERE table_schema = DATABASE() AND table_name = 'sweep_runs' AND column_name = 'position'
);
SET @alteration = IF(@missing, 'ALTER TABLE sweep_runs
  ADD COLUMN position CHAR(24) CHARACTER SET ascii COLLATE ascii_bin NULL', 'DO 0');
PREPARE alteration FROM @alteration;
EXECUTE alteration;
DEALLOCATE PREPARE alteration;

INSERT IGNORE INTO sweep_runs (sweep, due_at) VALUES ('expire-results', 0), ('scrub-tasks', 0);
