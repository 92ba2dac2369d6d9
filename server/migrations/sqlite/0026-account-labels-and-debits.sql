-- What an operator calls an account, and the operator's own id of it. `name_folded` is the name without its case,
-- folded by the service, so that a search finds the same names on both databases.
ALTER TABLE accounts ADD COLUMN name TEXT NULL;

ALTER TABLE accounts ADD COLUMN name_folded TEXT NULL;

ALTER TABLE accounts ADD COLUMN reference TEXT NULL;

CREATE UNIQUE INDEX accounts_reference ON accounts (reference);

CREATE INDEX accounts_name ON accounts (name_folded, id);

-- Balance that was taken back, like the rows of `credits`: a debit that is run again because the reply to its
-- COMMIT was lost meets its own row.
CREATE TABLE debits (
  id         TEXT NOT NULL PRIMARY KEY,
  account_id TEXT NOT NULL,
  amount     INTEGER NOT NULL CHECK (amount >= 0),
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- A debit, like a credit, has no task and no phase. A CHECK changes only with its table.
CREATE TABLE ledger_entries_with_debits (
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
    (kind IN ('credit', 'debit') AND task_id IS NULL AND phase IS NULL)
    OR (kind = 'reserve' AND task_id IS NOT NULL AND phase IS NOT NULL AND phase = 1)
    OR (kind IN ('charge', 'refund') AND task_id IS NOT NULL AND phase IS NOT NULL AND phase = 2)
  )
) STRICT;

INSERT INTO ledger_entries_with_debits SELECT id, account_id, task_id, phase, kind, amount, created_at FROM ledger_entries;

DROP TABLE ledger_entries;

ALTER TABLE ledger_entries_with_debits RENAME TO ledger_entries;

CREATE INDEX ledger_entries_account ON ledger_entries (account_id, id);
