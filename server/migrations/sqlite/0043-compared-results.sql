-- How far the results of a large account are added up, over several runs of the reconciliation: `bytes` of its tasks
-- accepted up to `up_to`, changed by every transaction that adds or removes one of them. `part_bytes` is by how much
-- those accepted after it, up to `part_up_to`, have changed since that part was begun. `missing_bytes` is the difference
-- that was found before this time.
CREATE TABLE compared_results (
  account_id    TEXT NOT NULL PRIMARY KEY,
  up_to         INTEGER NOT NULL,
  bytes         INTEGER NOT NULL,
  part_up_to    INTEGER NOT NULL,
  part_bytes    INTEGER NOT NULL,
  missing_bytes INTEGER NULL
) STRICT;
