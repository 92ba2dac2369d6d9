-- A row is claimable work; it is deleted on claim and on cancel. The one index there is, the primary key,
-- gives the order of each product's work: `position` lets accounts take turns (use-cases/fair-queue.ts), and
-- the id, which begins with its time, parts equals.
CREATE TABLE IF NOT EXISTS task_queue (
  product  TEXT NOT NULL,
  position INTEGER NOT NULL,
  task_id  TEXT NOT NULL,
  PRIMARY KEY (product, position, task_id)
) STRICT, WITHOUT ROWID;
