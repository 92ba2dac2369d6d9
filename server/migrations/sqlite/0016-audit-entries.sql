-- What operators did, written in the transaction that does it. Insert-only. `action_id` is made before the
-- action, at random or from the operator's idempotency key: an action that is repeated meets its own row.
-- Accounts have no foreign key here, because a sign-in has none.
CREATE TABLE IF NOT EXISTS audit_entries (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  action_id  TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  actor      TEXT NOT NULL,
  action     TEXT NOT NULL,
  account_id TEXT NULL,
  subject    TEXT NOT NULL,
  details    TEXT NOT NULL,
  CONSTRAINT audit_entries_once UNIQUE (action_id)
) STRICT;

CREATE INDEX IF NOT EXISTS audit_entries_account ON audit_entries (account_id, id);
