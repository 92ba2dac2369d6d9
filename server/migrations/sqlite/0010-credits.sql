-- Credits have no task that would tell a second one from the first. Their id, made before the first try, is
-- written with the money: a credit that is run again because the reply to its COMMIT was lost meets its own
-- row.
CREATE TABLE IF NOT EXISTS credits (
  id         TEXT NOT NULL PRIMARY KEY,
  account_id TEXT NOT NULL,
  amount     INTEGER NOT NULL CHECK (amount >= 0),
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
