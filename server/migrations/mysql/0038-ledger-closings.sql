-- A closed stretch of the ledger: its entries are those after the previous row's `last_id`, up to its own, and its
-- tasks likewise. `checked_at` is when all of them were last read and agreed; 0 from a disagreement until it is gone.
CREATE TABLE IF NOT EXISTS ledger_periods (
  last_id      BIGINT NOT NULL PRIMARY KEY,
  last_task_id CHAR(24) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  closed_at    BIGINT NOT NULL,
  checked_at   BIGINT NOT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- What all entries of an account up to the end of a period add up to, for each period in which it has any. Insert-only.
CREATE TABLE IF NOT EXISTS ledger_closings (
  account_id   CHAR(24) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  last_id      BIGINT NOT NULL,
  entries      BIGINT NOT NULL,
  credited     BIGINT NOT NULL,
  debited      BIGINT NOT NULL,
  reserved     BIGINT NOT NULL,
  charged      BIGINT NOT NULL,
  refunded     BIGINT NOT NULL,
  reservations BIGINT NOT NULL,
  charges      BIGINT NOT NULL,
  refunds      BIGINT NOT NULL,
  PRIMARY KEY (account_id, last_id),
  KEY ledger_closings_period (last_id, account_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
