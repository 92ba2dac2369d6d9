-- The users of the database, as its administrator runs it once, on the primary: replace the passwords. A password stands in a
-- URL, so letters and digits alone: `openssl rand -hex 24`.
CREATE DATABASE IF NOT EXISTS mediagen CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- API, worker and `admin`. It cannot change the schema, nor read another database.
CREATE USER 'mediagen'@'10.77.0.%' IDENTIFIED BY 'replace-me-service';
GRANT SELECT, INSERT, UPDATE, DELETE ON mediagen.* TO 'mediagen'@'10.77.0.%';

-- `migrate`, for as long as it runs. It creates and alters tables; of data, it moves some.
CREATE USER 'mediagen_migrate'@'10.77.0.%' IDENTIFIED BY 'replace-me-migrate';
GRANT SELECT, INSERT, UPDATE, DELETE, CREATE, ALTER, INDEX, REFERENCES ON mediagen.* TO 'mediagen_migrate'@'10.77.0.%';

-- The nightly dump, which also records where the binary log stood. RELOAD and REPLICATION CLIENT are rights of a whole server.
CREATE USER 'mediagen_backup'@'localhost' IDENTIFIED BY 'replace-me-backup';
GRANT SELECT ON mediagen.* TO 'mediagen_backup'@'localhost';
GRANT RELOAD, REPLICATION CLIENT ON *.* TO 'mediagen_backup'@'localhost';

-- The replica, which reads the binary log of the primary.
CREATE USER 'mediagen_replica'@'10.77.0.%' IDENTIFIED BY 'replace-me-replica';
GRANT REPLICATION SLAVE ON *.* TO 'mediagen_replica'@'10.77.0.%';
