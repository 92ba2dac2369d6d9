-- The trace that a task was ordered in, in the form of W3C Trace Context; NULL where the order named none. Added
-- only where it is missing: MySQL has no ADD COLUMN IF NOT EXISTS.
SET @missing = (
  SELECT COUNT(*) = 0 FROM information_schema.columns
  WHERE table_schema = DATABASE() AND table_name = 'tasks' AND column_name = 'traceparent'
);
SET @alteration = IF(@missing, 'ALTER TABLE tasks
  ADD COLUMN traceparent CHAR(55) CHARACTER SET ascii COLLATE ascii_bin NULL', 'DO 0');
PREPARE alteration FROM @alteration;
EXECUTE alteration;
DEALLOCATE PREPARE alteration;
