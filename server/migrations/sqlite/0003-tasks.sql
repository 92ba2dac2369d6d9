-- No index on status: waiting work is in task_queue and running work in task_leases. No foreign key to
-- accounts, as in MySQL, where its shared lock would make two acceptances for one account deadlock.
CREATE TABLE IF NOT EXISTS tasks (
  id            TEXT NOT NULL PRIMARY KEY,
  account_id    TEXT NOT NULL,
  type          TEXT NOT NULL,
  tier          TEXT NOT NULL,
  status        TEXT NOT NULL,
  parameters    TEXT NOT NULL,
  cost          INTEGER NOT NULL CHECK (cost >= 0),
  created_at    INTEGER NOT NULL,
  started_at    INTEGER NULL,
  completed_at  INTEGER NULL,
  queue_position INTEGER NOT NULL,
  attempt       INTEGER NOT NULL,
  epoch         INTEGER NOT NULL,
  provider      TEXT NULL,
  provider_job  TEXT NULL,
  output        TEXT NULL,
  error_code    TEXT NULL,
  error_message TEXT NULL,
  CONSTRAINT tasks_status CHECK (status IN ('QUEUED', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'CANCELLED')),
  CONSTRAINT tasks_completed CHECK ((completed_at IS NOT NULL) = (status IN ('SUCCEEDED', 'FAILED', 'CANCELLED'))),
  CONSTRAINT tasks_output CHECK ((output IS NOT NULL) = (status = 'SUCCEEDED')),
  CONSTRAINT tasks_error CHECK ((error_code IS NOT NULL) = (status = 'FAILED'))
) STRICT;

CREATE INDEX IF NOT EXISTS tasks_account ON tasks (account_id, created_at);
