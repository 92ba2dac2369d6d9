-- The users of the database, as its administrator runs it once, on A: replace the passwords. A password stands in a URL, so
-- letters and digits alone: `openssl rand -hex 24`.
CREATE DATABASE IF NOT EXISTS mediagen CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- API, worker and `admin`. It cannot change the schema, nor read another database. Without CONNECTION_ADMIN, which would let it
-- into a member that is closed.
CREATE USER 'mediagen'@'10.77.0.%' IDENTIFIED BY 'replace-me-service';
GRANT SELECT, INSERT, UPDATE, DELETE ON mediagen.* TO 'mediagen'@'10.77.0.%';

-- `migrate`, for as long as it runs. It creates and alters tables; of data, it moves some.
CREATE USER 'mediagen_migrate'@'10.77.0.%' IDENTIFIED BY 'replace-me-migrate';
GRANT SELECT, INSERT, UPDATE, DELETE, CREATE, ALTER, INDEX, REFERENCES ON mediagen.* TO 'mediagen_migrate'@'10.77.0.%';

-- A member that comes back reads what it lacks from another one, which may be closed, or is copied from it.
CREATE USER 'mediagen_replica'@'10.77.0.%' IDENTIFIED BY 'replace-me-replica';
GRANT REPLICATION SLAVE, BACKUP_ADMIN, CONNECTION_ADMIN, GROUP_REPLICATION_STREAM ON *.* TO 'mediagen_replica'@'10.77.0.%';

-- fence.mjs, on each machine.
CREATE USER 'mediagen_fence'@'localhost' IDENTIFIED BY 'replace-me-fence';
GRANT CONNECTION_ADMIN, SYSTEM_VARIABLES_ADMIN ON *.* TO 'mediagen_fence'@'localhost';
GRANT SELECT ON performance_schema.* TO 'mediagen_fence'@'localhost';

-- The nightly dump, of a member that is closed.
CREATE USER 'mediagen_backup'@'localhost' IDENTIFIED BY 'replace-me-backup';
GRANT SELECT ON mediagen.* TO 'mediagen_backup'@'localhost';
GRANT SELECT ON performance_schema.* TO 'mediagen_backup'@'localhost';
GRANT RELOAD, REPLICATION CLIENT, CONNECTION_ADMIN ON *.* TO 'mediagen_backup'@'localhost';
