-- Objects that nothing refers to: `position` is the beginning of the key up to which all objects were looked at, ''
-- before the first of the next round.
INSERT OR IGNORE INTO sweep_runs (sweep, due_at) VALUES ('sweep-objects', 0);

-- An account's debits are added up for operators.
CREATE INDEX IF NOT EXISTS debits_account ON debits (account_id, amount);
