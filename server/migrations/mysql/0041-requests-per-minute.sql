-- The generation requests a minute of an account; NULL where those of the contract apply. `gaps` has room for the
-- largest number. `gaps_bytes` is the length that `gaps` had when it was last written by a version that knows of
-- other numbers: one that does not cuts it, and leaves a sum of the gaps that is too large. Added only where they are
-- missing: MySQL has no ADD COLUMN IF NOT EXISTS.
SET @missing = (
  SELECT COUNT(*) = 0 FROM information_schema.columns
  WHERE table_schema = DATABASE() AND table_name = 'accounts' AND column_name = 'requests_per_minute'
);
SET @alteration = IF(@missing, 'ALTER TABLE accounts ADD COLUMN requests_per_minute INT NULL', 'DO 0');
PREPARE alteration FROM @alteration;
EXECUTE alteration;
DEALLOCATE PREPARE alteration;

SET @missing = (
  SELECT COUNT(*) = 0 FROM information_schema.columns
  WHERE table_schema = DATABASE() AND table_name = 'rate_limits' AND column_name = 'gaps_bytes'
);
SET @alteration = IF(@missing, 'ALTER TABLE rate_limits
  MODIFY COLUMN gaps VARBINARY(2048) NOT NULL DEFAULT '''',
  ADD COLUMN gaps_bytes SMALLINT NOT NULL DEFAULT 0', 'DO 0');
PREPARE alteration FROM @alteration;
EXECUTE alteration;
DEALLOCATE PREPARE alteration;
