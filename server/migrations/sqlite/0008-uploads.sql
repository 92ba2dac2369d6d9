-- object_key is set with the READY verdict: the copy of the very bytes that were verified.
CREATE TABLE IF NOT EXISTS uploads (
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
  CONSTRAINT uploads_status CHECK (status IN ('PENDING', 'READY', 'INVALID', 'EXPIRED')),
  CONSTRAINT uploads_ready CHECK (
    status <> 'READY'
    OR (size_bytes IS NOT NULL AND width IS NOT NULL AND height IS NOT NULL AND object_key IS NOT NULL AND verified_at IS NOT NULL)
  ),
  CONSTRAINT uploads_error CHECK ((error_code IS NOT NULL) = (status IN ('INVALID', 'EXPIRED')))
) STRICT;

CREATE INDEX IF NOT EXISTS uploads_window ON uploads (status, expires_at);
