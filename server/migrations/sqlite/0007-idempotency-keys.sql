-- Written only together with an accepted task, so a key that met a refusal is free again. The answer to a
-- replay is derived from the task.
CREATE TABLE IF NOT EXISTS idempotency_keys (
  account_id      TEXT NOT NULL,
  idempotency_key TEXT NOT NULL,
  fingerprint     BLOB NOT NULL,
  task_id         TEXT NOT NULL,
  created_at      INTEGER NOT NULL,
  PRIMARY KEY (account_id, idempotency_key)
) STRICT, WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS idempotency_keys_age ON idempotency_keys (created_at);
