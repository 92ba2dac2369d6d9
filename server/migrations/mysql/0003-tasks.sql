-- No index on status: waiting work is in task_queue and running work in task_leases. No foreign key to
-- accounts: its check would take a shared lock on the account row before the guarded balance update wants an
-- exclusive one, and two acceptances for one account would then deadlock.
CREATE TABLE IF NOT EXISTS tasks (
  id            CHAR(24) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  account_id    CHAR(24) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  type          VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  tier          VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  status        VARCHAR(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  parameters    TEXT NOT NULL,
  cost          BIGINT NOT NULL CHECK (cost >= 0),
  created_at    BIGINT NOT NULL,
  started_at    BIGINT NULL,
  completed_at  BIGINT NULL,
  queue_position BIGINT NOT NULL,
  attempt       INT NOT NULL,
  epoch         INT NOT NULL,
  provider      VARCHAR(64) NULL,
  provider_job  TEXT NULL,
  output        TEXT NULL,
  error_code    VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NULL,
  error_message TEXT NULL,
  KEY tasks_account (account_id, created_at),
  CONSTRAINT tasks_status CHECK (status IN ('QUEUED', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'CANCELLED')),
  CONSTRAINT tasks_completed CHECK ((completed_at IS NOT NULL) = (status IN ('SUCCEEDED', 'FAILED', 'CANCELLED'))),
  CONSTRAINT tasks_output CHECK ((output IS NOT NULL) = (status = 'SUCCEEDED')),
  CONSTRAINT tasks_error CHECK ((error_code IS NOT NULL) = (status = 'FAILED'))
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
