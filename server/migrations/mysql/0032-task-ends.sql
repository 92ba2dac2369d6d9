-- What ended since a time, and with which error code: operators and the status page count it. Neither column changes
-- before a task's end. Added only where it is missing: MySQL has no CREATE INDEX IF NOT EXISTS.
SET @missing = (
  SELECT COUNT(*) = 0 FROM information_schema.statistics
  WHERE table_schema = DATABASE() AND table_name = 'tasks' AND index_name = 'tasks_ended'
);
SET @alteration = IF(@missing, 'ALTER TABLE tasks ADD KEY tasks_ended (completed_at, error_code)', 'DO 0');
PREPARE alteration FROM @alteration;
EXECUTE alteration;
DEALLOCATE PREPARE alteration;

-- What engines did not deliver since a time.
SET @missing = (
  SELECT COUNT(*) = 0 FROM information_schema.statistics
  WHERE table_schema = DATABASE() AND table_name = 'engine_calls' AND index_name = 'engine_calls_ended'
);
SET @alteration = IF(@missing, 'ALTER TABLE engine_calls ADD KEY engine_calls_ended (ended_at, provider, outcome)', 'DO 0');
PREPARE alteration FROM @alteration;
EXECUTE alteration;
DEALLOCATE PREPARE alteration;
