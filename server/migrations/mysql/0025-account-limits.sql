-- `state` says whether an account may order and upload. `tasks_open` counts its QUEUED and PROCESSING tasks, in the
-- transactions that move its money; those that exist have a row in the queue or a lease. A maximum is NULL where
-- the service's setting applies, and 0 where the account has none. Added only where they are missing: MySQL has
-- no ADD COLUMN IF NOT EXISTS.
SET @missing = (
  SELECT COUNT(*) = 0 FROM information_schema.columns
  WHERE table_schema = DATABASE() AND table_name = 'accounts' AND column_name = 'state'
);
SET @alteration = IF(@missing, 'ALTER TABLE accounts
  ADD COLUMN state VARCHAR(9) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT ''ACTIVE'',
  ADD COLUMN tasks_open INT NOT NULL DEFAULT 0 CHECK (tasks_open >= 0),
  ADD COLUMN tasks_open_max INT NULL CHECK (tasks_open_max >= 0),
  ADD COLUMN tasks_running_max INT NULL CHECK (tasks_running_max >= 0),
  ADD CONSTRAINT accounts_state CHECK (state IN (''ACTIVE'', ''SUSPENDED'', ''CLOSED''))', 'DO 0');
PREPARE alteration FROM @alteration;
EXECUTE alteration;
DEALLOCATE PREPARE alteration;

UPDATE accounts JOIN (
  SELECT tasks.account_id AS account_id, COUNT(*) AS tasks
  FROM (SELECT task_id FROM task_queue UNION SELECT task_id FROM task_leases) AS places
  JOIN tasks ON tasks.id = places.task_id
  GROUP BY tasks.account_id
) AS work ON work.account_id = accounts.id
SET accounts.tasks_open = work.tasks;

-- Tasks that exceed what their account may run at once wait in `held_tasks`, out of the way of the queue, in the
-- order of their ids; `position` is read by versions in which they start from there. `requeued_tasks` has the tasks
-- in the queue that count as running: those that lost their worker, and those that have returned from there. A task
-- with `cancel_at` is cancelled if it has not started by then; `task_deadlines` finds it.
CREATE TABLE IF NOT EXISTS held_tasks (
  account_id CHAR(24) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  product    VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  task_id    CHAR(24) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  position   BIGINT NOT NULL,
  PRIMARY KEY (account_id, product, task_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE IF NOT EXISTS requeued_tasks (
  task_id CHAR(24) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT IGNORE INTO requeued_tasks (task_id)
SELECT task_queue.task_id FROM task_queue JOIN tasks ON tasks.id = task_queue.task_id WHERE tasks.status = 'PROCESSING';

CREATE TABLE IF NOT EXISTS task_deadlines (
  cancel_at BIGINT NOT NULL,
  task_id   CHAR(24) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  PRIMARY KEY (cancel_at, task_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

SET @missing = (
  SELECT COUNT(*) = 0 FROM information_schema.columns
  WHERE table_schema = DATABASE() AND table_name = 'tasks' AND column_name = 'cancel_at'
);
SET @alteration = IF(@missing, 'ALTER TABLE tasks ADD COLUMN cancel_at BIGINT NULL', 'DO 0');
PREPARE alteration FROM @alteration;
EXECUTE alteration;
DEALLOCATE PREPARE alteration;
