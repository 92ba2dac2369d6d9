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
