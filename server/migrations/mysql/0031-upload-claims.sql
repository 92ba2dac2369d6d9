-- Which completion of a PENDING upload copies and judges its file, and until when unless it renews that; both NULL
-- where none does. Added only where they are missing: MySQL has no ADD COLUMN IF NOT EXISTS.
SET @missing = (
  SELECT COUNT(*) = 0 FROM information_schema.columns
  WHERE table_schema = DATABASE() AND table_name = 'uploads' AND column_name = 'claimed_until'
);
SET @alteration = IF(@missing, 'ALTER TABLE uploads
  ADD COLUMN claimed_by CHAR(32) CHARACTER SET ascii COLLATE ascii_bin NULL,
  ADD COLUMN claimed_until BIGINT NULL', 'DO 0');
PREPARE alteration FROM @alteration;
EXECUTE alteration;
DEALLOCATE PREPARE alteration;
