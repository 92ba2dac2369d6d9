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

-- Tasks that exceed what their account may run at once wait in `held_tasks`, out of the way of the queue, in the
-- order of their ids; `position` is read by versions in which they start from there. `requeued_tasks` has the tasks
-- in the queue that count as running: those that lost their worker, and those that have returned from there. A task
-- with `cancel_at` is cancelled if it has not started by then; `task_deadlines` finds it.
CREATE TABLE IF NOT EXISTS held_tasks (
  account_id TEXT NOT NULL,
  product    TEXT NOT NULL,
  task_id    TEXT NOT NULL,
  position   INTEGER NOT NULL,
  PRIMARY KEY (account_id, product, task_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS requeued_tasks (
  task_id TEXT NOT NULL PRIMARY KEY
) STRICT, WITHOUT ROWID;

INSERT OR IGNORE INTO requeued_tasks (task_id)
SELECT task_queue.task_id FROM task_queue JOIN tasks ON tasks.id = task_queue.task_id WHERE tasks.status = 'PROCESSING';

ALTER TABLE tasks ADD COLUMN cancel_at INTEGER NULL;

CREATE TABLE IF NOT EXISTS task_deadlines (
  cancel_at INTEGER NOT NULL,
  task_id   TEXT NOT NULL,
  PRIMARY KEY (cancel_at, task_id)
) STRICT, WITHOUT ROWID;
