-- On A alone, once: begins the group. Replace the password, as in users.sql, which follows.
CHANGE REPLICATION SOURCE TO SOURCE_USER = 'mediagen_replica', SOURCE_PASSWORD = 'replace-me-replica'
  FOR CHANNEL 'group_replication_recovery';
RESET BINARY LOGS AND GTIDS;
SET GLOBAL group_replication_bootstrap_group = ON;
START GROUP_REPLICATION;
SET GLOBAL group_replication_bootstrap_group = OFF;
SET PERSIST group_replication_start_on_boot = ON;
