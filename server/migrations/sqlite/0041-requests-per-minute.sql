-- The generation requests a minute of an account; NULL where those of the contract apply.
ALTER TABLE accounts ADD COLUMN requests_per_minute INTEGER NULL;

-- As in MySQL, so that both schemas are one; the process that has this file counts in its memory.
ALTER TABLE rate_limits ADD COLUMN gaps_bytes INTEGER NOT NULL DEFAULT 0;
