-- What an operator has paused: an engine, or a product. A row ends with the pause.
CREATE TABLE IF NOT EXISTS pauses (
  kind      VARCHAR(8) NOT NULL,
  name      VARCHAR(64) NOT NULL,
  actor     VARCHAR(200) NOT NULL,
  reason    VARCHAR(500) NOT NULL,
  paused_at BIGINT NOT NULL,
  PRIMARY KEY (kind, name)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- The task that an operator ordered anew in place of a failed one. Insert-only; the key lets each be retried once.
CREATE TABLE IF NOT EXISTS task_retries (
  task_id  CHAR(24) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  retry_id CHAR(24) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  UNIQUE KEY task_retries_retry (retry_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
