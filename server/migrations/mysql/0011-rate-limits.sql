-- How many generation requests an account has left in its running minute. One row for each account, used
-- again with every window, so the table does not grow. The CHECK is the limit: a statement that counts for
-- many accounts is refused whole. No foreign key to accounts, whose rows transactions hold while they move
-- money.
CREATE TABLE IF NOT EXISTS rate_limits (
  account_id        CHAR(24) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  window_started_at BIGINT NOT NULL,
  requests_left     INT NOT NULL CHECK (requests_left >= 0)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
