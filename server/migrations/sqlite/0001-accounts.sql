-- Amounts are whole micro-dollars. The CHECKs are the last line of defence: no code path can overdraw an
-- account.
CREATE TABLE IF NOT EXISTS accounts (
  id         TEXT NOT NULL PRIMARY KEY,
  balance    INTEGER NOT NULL CHECK (balance >= 0),
  reserved   INTEGER NOT NULL CHECK (reserved >= 0),
  created_at INTEGER NOT NULL
) STRICT;
