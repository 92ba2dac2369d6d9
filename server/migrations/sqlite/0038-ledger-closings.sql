-- A closed stretch of the ledger: its entries are those after the previous row's `last_id`, up to its own, and its
-- tasks likewise. `checked_at` is when all of them were last read and agreed; 0 from a disagreement until it is gone.
CREATE TABLE ledger_periods (
  last_id      INTEGER NOT NULL PRIMARY KEY,
  last_task_id TEXT NOT NULL,
  closed_at    INTEGER NOT NULL,
  checked_at   INTEGER NOT NULL
) STRICT;

-- What all entries of an account up to the end of a period add up to, for each period in which it has any. Insert-only.
CREATE TABLE ledger_closings (
  account_id   TEXT NOT NULL,
  last_id      INTEGER NOT NULL,
  entries      INTEGER NOT NULL,
  credited     INTEGER NOT NULL,
  debited      INTEGER NOT NULL,
  reserved     INTEGER NOT NULL,
  charged      INTEGER NOT NULL,
  refunded     INTEGER NOT NULL,
  reservations INTEGER NOT NULL,
  charges      INTEGER NOT NULL,
  refunds      INTEGER NOT NULL,
  PRIMARY KEY (account_id, last_id)
) STRICT;
CREATE INDEX ledger_closings_period ON ledger_closings (last_id, account_id);
