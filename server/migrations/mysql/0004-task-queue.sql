-- A row is claimable work. Task ids begin with their time, so the one index there is, the primary key, is the queue's
-- order too. Rows are deleted on claim and on cancel.
CREATE TABLE IF NOT EXISTS task_queue (
  task_id CHAR(24) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
