-- On B, then on C, and on a machine that is new: throws away what the server has, is copied from the group, and starts again. Replace
-- the password, as in users.sql.
STOP GROUP_REPLICATION;
CHANGE REPLICATION SOURCE TO SOURCE_USER = 'mediagen_replica', SOURCE_PASSWORD = 'replace-me-replica'
  FOR CHANNEL 'group_replication_recovery';
RESET BINARY LOGS AND GTIDS;
SET PERSIST group_replication_start_on_boot = ON;
-- For this once: changes that the group still has in its binary logs would otherwise be repeated on what the server has.
SET GLOBAL group_replication_clone_threshold = 1;
START GROUP_REPLICATION;
