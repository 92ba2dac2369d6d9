-- A key is stored as its SHA-256 alone; the clear text is shown once, when it is issued.
CREATE TABLE IF NOT EXISTS api_keys (
  id         CHAR(12) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  account_id CHAR(24) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  key_hash   BINARY(32) NOT NULL,
  created_at BIGINT NOT NULL,
  revoked_at BIGINT NULL,
  UNIQUE KEY api_keys_hash (key_hash),
  KEY api_keys_account (account_id),
  CONSTRAINT api_keys_account_exists FOREIGN KEY (account_id) REFERENCES accounts (id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
