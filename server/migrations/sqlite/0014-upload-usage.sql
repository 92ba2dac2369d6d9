-- The space used by an account's READY uploads, counted in the transaction of each verification. Existing
-- uploads are counted here. `last_used_at` is when a generation last used an upload, to the hour, and
-- existing uploads count as used now. The index uploads_account serves the open uploads of an account and the
-- sum of its kept ones, uploads_use the uploads unused for long.
CREATE TABLE IF NOT EXISTS upload_usage (
  account_id   TEXT NOT NULL PRIMARY KEY,
  uploads_kept INTEGER NOT NULL CHECK (uploads_kept >= 0),
  bytes_kept   INTEGER NOT NULL CHECK (bytes_kept >= 0)
) STRICT, WITHOUT ROWID;

CREATE TABLE uploads_with_use (
  id           TEXT NOT NULL PRIMARY KEY,
  account_id   TEXT NOT NULL,
  status       TEXT NOT NULL,
  content_type TEXT NOT NULL,
  size_bytes   INTEGER NULL,
  width        INTEGER NULL,
  height       INTEGER NULL,
  object_key   TEXT NULL,
  error_code   TEXT NULL,
  created_at   INTEGER NOT NULL,
  expires_at   INTEGER NOT NULL,
  verified_at  INTEGER NULL,
  last_used_at INTEGER NOT NULL,
  CONSTRAINT uploads_status CHECK (status IN ('PENDING', 'READY', 'INVALID', 'EXPIRED')),
  CONSTRAINT uploads_ready CHECK (
    status <> 'READY'
    OR (size_bytes IS NOT NULL AND width IS NOT NULL AND height IS NOT NULL AND object_key IS NOT NULL AND verified_at IS NOT NULL)
  ),
  CONSTRAINT uploads_error CHECK ((error_code IS NOT NULL) = (status IN ('INVALID', 'EXPIRED')))
) STRICT;

INSERT INTO uploads_with_use
SELECT id, account_id, status, content_type, size_bytes, width, height, object_key, error_code, created_at, expires_at,
  verified_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)
FROM uploads;

DROP TABLE uploads;

ALTER TABLE uploads_with_use RENAME TO uploads;

CREATE INDEX uploads_window ON uploads (status, expires_at);

CREATE INDEX uploads_account ON uploads (account_id, status, expires_at, id, size_bytes);

CREATE INDEX uploads_use ON uploads (status, last_used_at);

INSERT OR IGNORE INTO upload_usage (account_id, uploads_kept, bytes_kept)
SELECT account_id, COUNT(*), SUM(MAX(size_bytes, 4096)) FROM uploads WHERE status = 'READY' GROUP BY account_id;
