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
) AS stored ON stored.account_id = accounts.id
SET accounts.result_bytes = stored.bytes;
