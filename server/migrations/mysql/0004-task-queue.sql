-- A row is claimable work; it is deleted on claim and on cancel. The one index there is, the primary key,
-- gives the order of each product's work: `position` lets accounts take turns (use-cases/fair-queue.ts), and
-- the id, which begins with its time, parts equals.
CREATE TABLE IF NOT EXISTS task_queue (
  product  VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  position BIGINT NOT NULL,
  task_id  CHAR(24) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  PRIMARY KEY (product, position, task_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
