-- How far the engine said that a running task is, in percent; NULL where none said so. It stays behind when the task
-- ends, and nothing shows it then. Added only where it is missing: MySQL has no ADD COLUMN IF NOT EXISTS.
SET @missing = (
  SELECT COUNT(*) = 0 FROM information_schema.columns
  WHERE table_schema = DATABASE() AND table_name = 'tasks' AND column_name = 'progress'
);
SET @alteration = IF(@missing, 'ALTER TABLE tasks ADD COLUMN progress TINYINT NULL', 'DO 0');
PREPARE alteration FROM @alteration;
EXECUTE alteration;
DEALLOCATE PREPARE alteration;
