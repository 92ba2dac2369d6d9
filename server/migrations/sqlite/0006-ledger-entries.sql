-- Insert-only. Phase 1 opens a task's money (reserve), phase 2 closes it (charge or refund); the unique key
-- lets the database itself refuse a second reservation or a second settlement. A credit has no task and no
-- phase.
CREATE TABLE IF NOT EXISTS ledger_entries (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL,
  task_id    TEXT NULL,
  phase      INTEGER NULL,
  kind       TEXT NOT NULL,
  amount     INTEGER NOT NULL CHECK (amount >= 0),
  created_at INTEGER NOT NULL,
  CONSTRAINT ledger_entries_once UNIQUE (task_id, phase),
  CONSTRAINT ledger_entries_task_exists FOREIGN KEY (task_id) REFERENCES tasks (id),
  CONSTRAINT ledger_entries_kind CHECK (
    (kind = 'credit' AND task_id IS NULL AND phase IS NULL)
    OR (kind = 'reserve' AND task_id IS NOT NULL AND phase IS NOT NULL AND phase = 1)
    OR (kind IN ('charge', 'refund') AND task_id IS NOT NULL AND phase IS NOT NULL AND phase = 2)
  )
) STRICT;

CREATE INDEX IF NOT EXISTS ledger_entries_account ON ledger_entries (account_id, id);
