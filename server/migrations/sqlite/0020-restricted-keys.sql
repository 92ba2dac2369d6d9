-- What an operator allows a key to do; what is NULL does not restrict it, so the keys of before keep their
-- powers. `products` are the only products that it may order, separated by spaces; `expires_at` also ends a
-- rotated key. `key_limits` has the spending limits of a key, in micro-dollars, and `key_spending` what its
-- unrefunded orders cost: on each UTC day, counted from 1970, and in total, on day 0. A key that replaces
-- another shares both, which therefore have the id of the first key. `tasks.key_limits_id` says where a
-- task's cost was counted, so that a refund is deducted there; NULL for a key without limits.
CREATE TABLE IF NOT EXISTS key_limits (
  id        TEXT NOT NULL PRIMARY KEY,
  day_max   INTEGER NULL CHECK (day_max >= 0),
  total_max INTEGER NULL CHECK (total_max >= 0)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS key_spending (
  limits_id TEXT NOT NULL,
  day       INTEGER NOT NULL,
  spent     INTEGER NOT NULL CHECK (spent >= 0),
  PRIMARY KEY (limits_id, day)
) STRICT, WITHOUT ROWID;

ALTER TABLE api_keys ADD COLUMN name TEXT NULL;

ALTER TABLE api_keys ADD COLUMN expires_at INTEGER NULL;

ALTER TABLE api_keys ADD COLUMN products TEXT NULL;

ALTER TABLE api_keys ADD COLUMN read_only INTEGER NOT NULL DEFAULT 0;

ALTER TABLE api_keys ADD COLUMN requests_per_minute INTEGER NULL;

ALTER TABLE api_keys ADD COLUMN last_used_at INTEGER NULL;

ALTER TABLE api_keys ADD COLUMN limits_id TEXT NULL;

ALTER TABLE tasks ADD COLUMN key_limits_id TEXT NULL;
