-- How far the results of a large account are added up, over several runs of the reconciliation: `bytes` of its tasks
-- accepted up to `up_to`, changed by every transaction that adds or removes one of them. `part_bytes` is by how much
-- those accepted after it, up to `part_up_to`, have changed since that part was begun. `missing_bytes` is the difference
-- that was found before this time.
CREATE TABLE IF NOT EXISTS compared_results (
  account_id    CHAR(24) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  up_to         BIGINT NOT NULL,
  bytes         BIGINT NOT NULL,
  part_up_to    BIGINT NOT NULL,
  part_bytes    BIGINT NOT NULL,
  missing_bytes BIGINT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
