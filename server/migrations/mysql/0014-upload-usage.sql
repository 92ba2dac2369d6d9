-- What an account's READY uploads take up, counted in the transaction of each verdict, and the row that
-- reserving an upload locks, so that no two exceed a limit together. What is there already is counted here.
-- `last_used_at` is when a generation last named an upload, to the hour; rows that were there, and those that
-- a process of the version before still writes, count as used now. uploads_account finds what is open of an
-- account and adds up what is kept without reading the rows; uploads_use finds what has not been used for
-- long.
CREATE TABLE IF NOT EXISTS upload_usage (
  account_id   CHAR(24) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  uploads_kept BIGINT NOT NULL CHECK (uploads_kept >= 0),
  bytes_kept   BIGINT NOT NULL CHECK (bytes_kept >= 0)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- One ALTER, and only where it is missing: MySQL has no ADD COLUMN IF NOT EXISTS.
SET @missing = (
  SELECT COUNT(*) = 0 FROM information_schema.columns
  WHERE table_schema = DATABASE() AND table_name = 'uploads' AND column_name = 'last_used_at'
);
SET @alteration = IF(@missing, CONCAT('ALTER TABLE uploads
  ADD COLUMN last_used_at BIGINT NOT NULL DEFAULT ', UNIX_TIMESTAMP() * 1000, ',
  ADD KEY uploads_account (account_id, status, expires_at, id, size_bytes),
  ADD KEY uploads_use (status, last_used_at)'), 'DO 0');
PREPARE alteration FROM @alteration;
EXECUTE alteration;
DEALLOCATE PREPARE alteration;

INSERT IGNORE INTO upload_usage (account_id, uploads_kept, bytes_kept)
SELECT account_id, COUNT(*), SUM(GREATEST(size_bytes, 4096)) FROM uploads WHERE status = 'READY' GROUP BY account_id;
