-- How many bytes of results an account keeps: counted by the update of its row that charges a task. Those of the
-- tasks that have succeeded already are counted here.
ALTER TABLE accounts ADD COLUMN result_bytes INTEGER NOT NULL DEFAULT 0;

UPDATE accounts SET result_bytes = stored.bytes
FROM (
  SELECT tasks.account_id, SUM(files.value ->> 'sizeBytes') AS bytes
  FROM tasks, json_each(tasks.output) AS files
  WHERE tasks.output IS NOT NULL
  GROUP BY tasks.account_id
) AS stored
WHERE stored.account_id = accounts.id;
