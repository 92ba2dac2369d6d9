-- How many bytes of results an account keeps: counted by the update of its row that charges a task, so that no
-- settlement needs a statement more. Those of the tasks that have succeeded already are counted here; those of a
-- process of an older version, by the next reconciliation. The column is added only where it is missing: MySQL has
-- no ADD COLUMN IF NOT EXISTS.
SET @missing = (
  SELECT COUNT(*) = 0 FROM information_schema.columns
  WHERE table_schema = DATABASE() AND table_name = 'accounts' AND column_name = 'result_bytes'
);
SET @alteration = IF(@missing, 'ALTER TABLE accounts
  ADD COLUMN result_bytes BIGINT NOT NULL DEFAULT 0', 'DO 0');
PREPARE alteration FROM @alteration;
EXECUTE alteration;
DEALLOCATE PREPARE alteration;

UPDATE accounts
JOIN (
  SELECT tasks.account_id, SUM(files.bytes) AS bytes
  FROM tasks JOIN JSON_TABLE(tasks.output, '$[*]' COLUMNS (bytes BIGINT PATH '$.sizeBytes')) AS files
  WHERE tasks.output IS NOT NULL
  GROUP BY tasks.account_id
) AS totals ON totals.account_id = accounts.id
SET accounts.result_bytes = totals.bytes;

-- The deletion of all data of an account, and what it has deleted so far: increased in the transactions that delete.
-- It has ended when `ended_at` is set; the row is then the receipt.
CREATE TABLE IF NOT EXISTS account_deletions (
  account_id       CHAR(24) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  begun_at         BIGINT NOT NULL,
  ended_at         BIGINT NULL,
  uploads          BIGINT NOT NULL DEFAULT 0,
  upload_bytes     BIGINT NOT NULL DEFAULT 0,
  results          BIGINT NOT NULL DEFAULT 0,
  result_bytes     BIGINT NOT NULL DEFAULT 0,
  tasks            BIGINT NOT NULL DEFAULT 0,
  idempotency_keys BIGINT NOT NULL DEFAULT 0,
  api_keys         BIGINT NOT NULL DEFAULT 0,
  audit_entries    BIGINT NOT NULL DEFAULT 0
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
