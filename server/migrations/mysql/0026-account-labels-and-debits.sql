-- What an operator calls an account, and the operator's own id of it. `name_folded` is the name without its case,
-- folded by the service, so that a search finds the same names on both databases.
-- Added only where they are missing: MySQL has no ADD COLUMN IF NOT EXISTS.
SET @missing = (
  SELECT COUNT(*) = 0 FROM information_schema.columns
  WHERE table_schema = DATABASE() AND table_name = 'accounts' AND column_name = 'reference'
);
SET @alteration = IF(@missing, 'ALTER TABLE accounts
  ADD COLUMN name VARCHAR(200) NULL,
  ADD COLUMN name_folded VARCHAR(200) NULL,
  ADD COLUMN reference VARCHAR(200) NULL,
  ADD UNIQUE KEY accounts_reference (reference),
  ADD KEY accounts_name (name_folded, id)', 'DO 0');
PREPARE alteration FROM @alteration;
EXECUTE alteration;
DEALLOCATE PREPARE alteration;

-- Balance that was taken back, like the rows of `credits`: a debit that is run again because the reply to its
-- COMMIT was lost meets its own row.
CREATE TABLE IF NOT EXISTS debits (
  id         CHAR(24) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  account_id CHAR(24) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  amount     BIGINT NOT NULL CHECK (amount >= 0),
  created_at BIGINT NOT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- A debit, like a credit, has no task and no phase. One ALTER, so that the entries are never without a check.
SET @missing = (
  SELECT COUNT(*) = 0 FROM information_schema.check_constraints
  WHERE constraint_schema = DATABASE() AND constraint_name = 'ledger_entries_kind' AND check_clause LIKE '%debit%'
);
SET @alteration = IF(@missing, 'ALTER TABLE ledger_entries
  DROP CONSTRAINT ledger_entries_kind,
  ADD CONSTRAINT ledger_entries_kind CHECK (
    (kind IN (''credit'', ''debit'') AND task_id IS NULL AND phase IS NULL)
    OR (kind = ''reserve'' AND task_id IS NOT NULL AND phase IS NOT NULL AND phase = 1)
    OR (kind IN (''charge'', ''refund'') AND task_id IS NOT NULL AND phase IS NOT NULL AND phase = 2)
  )', 'DO 0');
PREPARE alteration FROM @alteration;
EXECUTE alteration;
DEALLOCATE PREPARE alteration;
