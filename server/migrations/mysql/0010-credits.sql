-- Credits have no task that would tell a second one from the first. Their id, made before the first try, is
-- written with the money: a credit that is run again because the reply to its COMMIT was lost meets its own
-- row.
CREATE TABLE IF NOT EXISTS credits (
  id         CHAR(24) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  account_id CHAR(24) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  amount     BIGINT NOT NULL CHECK (amount >= 0),
  created_at BIGINT NOT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
