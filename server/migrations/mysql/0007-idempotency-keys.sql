-- Written only together with an accepted task, so a key that met a refusal is free again. The answer to a
-- replay is derived from the task.
CREATE TABLE IF NOT EXISTS idempotency_keys (
  account_id      CHAR(24) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  idempotency_key VARCHAR(128) NOT NULL,
  fingerprint     BINARY(32) NOT NULL,
  task_id         CHAR(24) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  created_at      BIGINT NOT NULL,
  PRIMARY KEY (account_id, idempotency_key),
  KEY idempotency_keys_age (created_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
