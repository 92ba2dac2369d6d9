-- How many tasks a worker runs at once; NULL for workers of older versions. Added only where it is missing: MySQL has
-- no ADD COLUMN IF NOT EXISTS.
SET @missing = (
  SELECT COUNT(*) = 0 FROM information_schema.columns
  WHERE table_schema = DATABASE() AND table_name = 'workers' AND column_name = 'slots'
);
SET @alteration = IF(@missing, 'ALTER TABLE workers ADD COLUMN slots INT NULL', 'DO 0');
PREPARE alteration FROM @alteration;
EXECUTE alteration;
DEALLOCATE PREPARE alteration;
