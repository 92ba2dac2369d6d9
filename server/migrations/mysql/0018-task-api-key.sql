-- The public id of the key that ordered a task; NULL in tasks of versions that did not record it. Added only
-- where it is missing: MySQL has no ADD COLUMN IF NOT EXISTS.
SET @missing = (
  SELECT COUNT(*) = 0 FROM information_schema.columns
  WHERE table_schema = DATABASE() AND table_name = 'tasks' AND column_name = 'api_key_id'
);
SET @alteration = IF(@missing, 'ALTER TABLE tasks
  ADD COLUMN api_key_id CHAR(12) CHARACTER SET ascii COLLATE ascii_bin NULL', 'DO 0');
PREPARE alteration FROM @alteration;
EXECUTE alteration;
DEALLOCATE PREPARE alteration;
