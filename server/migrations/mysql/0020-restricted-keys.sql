-- What an operator allows a key to do; what is NULL does not restrict it, so the keys of before keep their
-- powers. `products` are the only products that it may order, separated by spaces; `expires_at` also ends a
-- rotated key. `key_limits` has the spending limits of a key, in micro-dollars, and `key_spending` what its
-- unrefunded orders cost: on each UTC day, counted from 1970, and in total, on day 0. A key that replaces
-- another shares both, which therefore have the id of the first key. `tasks.key_limits_id` says where a
-- task's cost was counted, so that a refund is deducted there; NULL for a key without limits.
CREATE TABLE IF NOT EXISTS key_limits (
  id        CHAR(12) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  day_max   BIGINT NULL CHECK (day_max >= 0),
  total_max BIGINT NULL CHECK (total_max >= 0)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE IF NOT EXISTS key_spending (
  limits_id CHAR(12) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  day       INT NOT NULL,
  spent     BIGINT NOT NULL CHECK (spent >= 0),
  PRIMARY KEY (limits_id, day)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- Added only where they are missing: MySQL has no ADD COLUMN IF NOT EXISTS.
SET @missing = (
  SELECT COUNT(*) = 0 FROM information_schema.columns
  WHERE table_schema = DATABASE() AND table_name = 'api_keys' AND column_name = 'limits_id'
);
SET @alteration = IF(@missing, 'ALTER TABLE api_keys
  ADD COLUMN name VARCHAR(100) NULL,
  ADD COLUMN expires_at BIGINT NULL,
  ADD COLUMN products VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NULL,
  ADD COLUMN read_only TINYINT NOT NULL DEFAULT 0,
  ADD COLUMN requests_per_minute INT NULL,
  ADD COLUMN last_used_at BIGINT NULL,
  ADD COLUMN limits_id CHAR(12) CHARACTER SET ascii COLLATE ascii_bin NULL', 'DO 0');
PREPARE alteration FROM @alteration;
EXECUTE alteration;
DEALLOCATE PREPARE alteration;

SET @missing = (
  SELECT COUNT(*) = 0 FROM information_schema.columns
  WHERE table_schema = DATABASE() AND table_name = 'tasks' AND column_name = 'key_limits_id'
);
SET @alteration = IF(@missing, 'ALTER TABLE tasks
  ADD COLUMN key_limits_id CHAR(12) CHARACTER SET ascii COLLATE ascii_bin NULL', 'DO 0');
PREPARE alteration FROM @alteration;
EXECUTE alteration;
DEALLOCATE PREPARE alteration;
