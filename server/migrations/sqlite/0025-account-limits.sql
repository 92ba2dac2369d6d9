-- `state` says whether an account may order and upload. `tasks_open` counts its QUEUED and PROCESSING tasks, in the
-- transactions that move its money; those that exist have a row in the queue or a lease. A maximum is NULL where
-- the service's setting applies, and 0 where the account has none.
ALTER TABLE accounts ADD COLUMN state TEXT NOT NULL DEFAULT 'ACTIVE'
  CHECK (state IN ('ACTIVE', 'SUSPENDED', 'CLOSED'));

ALTER TABLE accounts ADD COLUMN tasks_open INTEGER NOT NULL DEFAULT 0 CHECK (tasks_open >= 0);

ALTER TABLE accounts ADD COLUMN tasks_open_max INTEGER NULL CHECK (tasks_open_max >= 0);

ALTER TABLE accounts ADD COLUMN tasks_running_max INTEGER NULL CHECK (tasks_running_max >= 0);

UPDATE accounts SET tasks_open = work.tasks
FROM (
  SELECT tasks.account_id AS account_id, COUNT(*) AS tasks
  FROM (SELECT task_id FROM task_queue UNION SELECT task_id FROM task_leases) AS places
  JOIN tasks ON tasks.id = places.task_id
  GROUP BY tasks.account_id
) AS work
WHERE work.account_id = accounts.id;
