-- One row for each process that runs tasks: until when it counts as alive unless it sends its next heartbeat.
CREATE TABLE IF NOT EXISTS workers (
  worker      TEXT NOT NULL PRIMARY KEY,
  alive_until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
