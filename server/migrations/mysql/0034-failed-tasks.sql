-- Failed tasks by code, newest first, whenever they failed: few among many, which operators look for. A task that
-- does not fail keeps its first entry, at the end of those without a code. Added only where it is missing: MySQL has
-- no CREATE INDEX IF NOT EXISTS.
SET @missing = (
  SELECT COUNT(*) = 0 FROM information_schema.statistics
  WHERE table_schema = DATABASE() AND table_name = 'tasks' AND index_name = 'tasks_failed'
);
SET @alteration = IF(@missing, 'ALTER TABLE tasks ADD KEY tasks_failed (error_code)', 'DO 0');
PREPARE alteration FROM @alteration;
EXECUTE alteration;
DEALLOCATE PREPARE alteration;
