-- object_key is set with the READY verdict: the copy of the very bytes that were verified.
CREATE TABLE IF NOT EXISTS uploads (
  id           CHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  account_id   CHAR(24) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  status       VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  content_type VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  size_bytes   BIGINT NULL,
  width        INT NULL,
  height       INT NULL,
  object_key   VARCHAR(128) CHARACTER SET ascii COLLATE ascii_bin NULL,
  error_code   VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NULL,
  created_at   BIGINT NOT NULL,
  expires_at   BIGINT NOT NULL,
  verified_at  BIGINT NULL,
  KEY uploads_window (status, expires_at),
  CONSTRAINT uploads_status CHECK (status IN ('PENDING', 'READY', 'INVALID', 'EXPIRED')),
  CONSTRAINT uploads_ready CHECK (
    status <> 'READY'
    OR (size_bytes IS NOT NULL AND width IS NOT NULL AND height IS NOT NULL AND object_key IS NOT NULL AND verified_at IS NOT NULL)
  ),
  CONSTRAINT uploads_error CHECK ((error_code IS NOT NULL) = (status IN ('INVALID', 'EXPIRED')))
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
