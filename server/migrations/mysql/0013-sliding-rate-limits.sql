-- The limit slides. `latest_at` is when the account's latest request was let through, `gaps` the milliseconds
-- between those before it, 2 bytes each, the oldest first, and `span_ms` their sum. `gap_ms` and `spare_ms`
-- are of the latest one: how long after the one before it came, and how much longer than the window after the
-- one that it must not share a window with. The CHECK is the limit. `window_started_at` and `requests_left`
-- are kept up for API processes of the version before, which count by them alone while an upgrade replaces
-- them. One ALTER, and only where it is missing: MySQL has no ADD COLUMN IF NOT EXISTS.
SET @missing = (
  SELECT COUNT(*) = 0 FROM information_schema.columns
  WHERE table_schema = DATABASE() AND table_name = 'rate_limits' AND column_name = 'gaps'
);
SET @alteration = IF(@missing, 'ALTER TABLE rate_limits
  ADD COLUMN latest_at BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN clock_ahead_ms BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN gap_ms INT NOT NULL DEFAULT 0,
  ADD COLUMN gaps VARBINARY(512) NOT NULL DEFAULT '''',
  ADD COLUMN span_ms INT NOT NULL DEFAULT 0,
  ADD COLUMN spare_ms INT NOT NULL DEFAULT 0 CHECK (spare_ms >= 0)', 'DO 0');
PREPARE alteration FROM @alteration;
EXECUTE alteration;
DEALLOCATE PREPARE alteration;
