-- Objects that nothing refers to: `position` is the beginning of the key up to which all objects were looked at, ''
-- before the first of the next round.
INSERT IGNORE INTO sweep_runs (sweep, due_at) VALUES ('sweep-objects', 0);

-- An account's debits are added up for operators.
SET @missing = (
  SELECT COUNT(*) = 0 FROM information_schema.statistics
  WHERE table_schema = DATABASE() AND table_name = 'debits' AND index_name = 'debits_account'
);
SET @alteration = IF(@missing, 'ALTER TABLE debits ADD KEY debits_account (account_id, amount)', 'DO 0');
PREPARE alteration FROM @alteration;
EXECUTE alteration;
DEALLOCATE PREPARE alteration;
