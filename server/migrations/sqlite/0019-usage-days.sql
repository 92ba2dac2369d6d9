-- How many of an account's tasks ended on each day (UTC, days since 1970), by product and key, and what they
-- were charged: counted in the transaction that ends a task. '' stands for tasks without a recorded key. The
-- tasks that have ended already are counted here.
CREATE TABLE IF NOT EXISTS usage_days (
  account_id TEXT NOT NULL,
  day        INTEGER NOT NULL,
  product    TEXT NOT NULL,
  api_key_id TEXT NOT NULL,
  succeeded  INTEGER NOT NULL CHECK (succeeded >= 0),
  failed     INTEGER NOT NULL CHECK (failed >= 0),
  cancelled  INTEGER NOT NULL CHECK (cancelled >= 0),
  charged    INTEGER NOT NULL CHECK (charged >= 0),
  PRIMARY KEY (account_id, day, product, api_key_id)
) STRICT, WITHOUT ROWID;

INSERT INTO usage_days (account_id, day, product, api_key_id, succeeded, failed, cancelled, charged)
SELECT account_id, completed_at / 86400000, type, COALESCE(api_key_id, ''),
  SUM(status = 'SUCCEEDED'), SUM(status = 'FAILED'), SUM(status = 'CANCELLED'),
  SUM(CASE status WHEN 'SUCCEEDED' THEN cost ELSE 0 END)
FROM tasks WHERE completed_at IS NOT NULL
GROUP BY 1, 2, 3, 4;
