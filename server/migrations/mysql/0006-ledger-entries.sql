-- Insert-only. Phase 1 opens a task's money (reserve), phase 2 closes it (charge or refund); the unique key
-- lets the database itself refuse a second reservation or a second settlement. A credit has no task and no
-- phase.
CREATE TABLE IF NOT EXISTS ledger_entries (
  id         BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  account_id CHAR(24) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  task_id    CHAR(24) CHARACTER SET ascii COLLATE ascii_bin NULL,
  phase      TINYINT NULL,
  kind       VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  amount     BIGINT NOT NULL CHECK (amount >= 0),
  created_at BIGINT NOT NULL,
  UNIQUE KEY ledger_entries_once (task_id, phase),
  KEY ledger_entries_account (account_id, id),
  CONSTRAINT ledger_entries_task_exists FOREIGN KEY (task_id) REFERENCES tasks (id),
  CONSTRAINT ledger_entries_kind CHECK (
    (kind = 'credit' AND task_id IS NULL AND phase IS NULL)
    OR (kind = 'reserve' AND task_id IS NOT NULL AND phase IS NOT NULL AND phase = 1)
    OR (kind IN ('charge', 'refund') AND task_id IS NOT NULL AND phase IS NOT NULL AND phase = 2)
  )
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
