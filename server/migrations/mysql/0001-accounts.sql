-- Amounts are whole micro-dollars. The CHECKs are the last line of defence: no code path can overdraw an
-- account.
CREATE TABLE IF NOT EXISTS accounts (
  id         CHAR(24) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  balance    BIGINT NOT NULL CHECK (balance >= 0),
  reserved   BIGINT NOT NULL CHECK (reserved >= 0),
  created_at BIGINT NOT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
