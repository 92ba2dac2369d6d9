-- On B, then on C, and on a machine that is new: throws away what the server has and gets all from the group. Replace the
-- password, as in users.sql.
CHANGE REPLICATION SOURCE TO SOURCE_USER = 'mediagen_replica', SOURCE_PASSWORD = 'replace-me-replica'
  FOR CHANNEL 'group_replication_recovery';
RESET BINARY LOGS AND GTIDS;
START GROUP_REPLICATION;
SET PERSIST group_replication_start_on_boot = ON;
