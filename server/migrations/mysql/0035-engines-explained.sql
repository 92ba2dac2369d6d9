-- Since when an engine fails, and since when the circuit breaker has excluded it; NULL in rows of older versions.
-- Added only where they are missing: MySQL has no ADD COLUMN IF NOT EXISTS.
SET @missing = (
  SELECT COUNT(*) = 0 FROM information_schema.columns
  WHERE table_schema = DATABASE() AND table_name = 'provider_health' AND column_name = 'failing_since'
);
SET @alteration = IF(@missing, 'ALTER TABLE provider_health
  ADD COLUMN failing_since BIGINT NULL,
  ADD COLUMN down_since BIGINT NULL', 'DO 0');
PREPARE alteration FROM @alteration;
EXECUTE alteration;
DEALLOCATE PREPARE alteration;

-- The engines before a task's own that were passed over because they were down, as a list in JSON; and what the engine
-- charged for its result, in millionths of a US dollar. Both are written by statements that are there without them.
SET @missing = (
  SELECT COUNT(*) = 0 FROM information_schema.columns
  WHERE table_schema = DATABASE() AND table_name = 'tasks' AND column_name = 'passed_over'
);
SET @alteration = IF(@missing, 'ALTER TABLE tasks
  ADD COLUMN passed_over VARCHAR(400) NULL,
  ADD COLUMN engine_cost BIGINT NULL', 'DO 0');
PREPARE alteration FROM @alteration;
EXECUTE alteration;
DEALLOCATE PREPARE alteration;
