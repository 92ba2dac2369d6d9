-- How many of an account's tasks ended on each day (UTC, days since 1970), by product and key, and what they
-- were charged: counted in the transaction that ends a task, after its account's row is locked. '' stands for
-- tasks without a recorded key. The tasks that have ended already are counted here; those that a process of
-- an older version still ends, by the next reconciliation.
CREATE TABLE IF NOT EXISTS usage_days (
  account_id CHAR(24) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  day        INT NOT NULL,
  product    VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  api_key_id VARCHAR(12) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  succeeded  BIGINT NOT NULL CHECK (succeeded >= 0),
  failed     BIGINT NOT NULL CHECK (failed >= 0),
  cancelled  BIGINT NOT NULL CHECK (cancelled >= 0),
  charged    BIGINT NOT NULL CHECK (charged >= 0),
  PRIMARY KEY (account_id, day, product, api_key_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

REPLACE INTO usage_days (account_id, day, product, api_key_id, succeeded, failed, cancelled, charged)
SELECT account_id, completed_at DIV 86400000, type, COALESCE(api_key_id, ''),
  SUM(status = 'SUCCEEDED'), SUM(status = 'FAILED'), SUM(status = 'CANCELLED'),
  SUM(CASE status WHEN 'SUCCEEDED' THEN cost ELSE 0 END)
FROM tasks WHERE completed_at IS NOT NULL
GROUP BY 1, 2, 3, 4;
