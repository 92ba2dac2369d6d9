-- What operators did, written in the transaction that does it. Insert-only. `action_id` is made before the
-- action, at random or from the operator's idempotency key: an action that is repeated meets its own row.
-- Accounts have no foreign key here, because a sign-in has none.
CREATE TABLE IF NOT EXISTS audit_entries (
  id         BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  action_id  CHAR(24) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  created_at BIGINT NOT NULL,
  actor      VARCHAR(160) NOT NULL,
  action     VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  account_id CHAR(24) CHARACTER SET ascii COLLATE ascii_bin NULL,
  subject    VARCHAR(64) NOT NULL,
  details    TEXT NOT NULL,
  UNIQUE KEY audit_entries_once (action_id),
  KEY audit_entries_account (account_id, id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
