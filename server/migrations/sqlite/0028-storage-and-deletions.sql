-- How many bytes of results an account keeps: counted by the update of its row that charges a task. Those of the
-- tasks that have succeeded already are counted here.
ALTER TABLE accounts ADD COLUMN result_bytes INTEGER NOT NULL DEFAULT 0;

UPDATE accounts SET result_bytes = totals.bytes
FROM (
  SELECT tasks.account_id, SUM(files.value ->> 'sizeBytes') AS bytes
  FROM tasks, json_each(tasks.output) AS files
  WHERE tasks.output IS NOT NULL
  GROUP BY tasks.account_id
) AS totals
WHERE totals.account_id = accounts.id;

-- The deletion of all data of an account, and what it has deleted so far: increased in the transactions that delete.
-- It has ended when `ended_at` is set; the row is then the receipt.
CREATE TABLE account_deletions (
  account_id       TEXT NOT NULL PRIMARY KEY,
  begun_at         INTEGER NOT NULL,
  ended_at         INTEGER NULL,
  uploads          INTEGER NOT NULL DEFAULT 0,
  upload_bytes     INTEGER NOT NULL DEFAULT 0,
  results          INTEGER NOT NULL DEFAULT 0,
  result_bytes     INTEGER NOT NULL DEFAULT 0,
  tasks            INTEGER NOT NULL DEFAULT 0,
  idempotency_keys INTEGER NOT NULL DEFAULT 0,
  api_keys         INTEGER NOT NULL DEFAULT 0,
  audit_entries    INTEGER NOT NULL DEFAULT 0
) STRICT;
