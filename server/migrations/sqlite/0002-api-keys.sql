-- A key is stored as its SHA-256 alone; the clear text is shown once, when it is issued.
CREATE TABLE IF NOT EXISTS api_keys (
  id         TEXT NOT NULL PRIMARY KEY,
  account_id TEXT NOT NULL,
  key_hash   BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  revoked_at INTEGER NULL,
  CONSTRAINT api_keys_hash UNIQUE (key_hash),
  CONSTRAINT api_keys_account_exists FOREIGN KEY (account_id) REFERENCES accounts (id)
) STRICT;

CREATE INDEX IF NOT EXISTS api_keys_account ON api_keys (account_id);
