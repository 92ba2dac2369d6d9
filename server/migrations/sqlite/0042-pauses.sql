-- What an operator has paused: an engine, or a product. A row ends with the pause.
CREATE TABLE pauses (
  kind      TEXT NOT NULL,
  name      TEXT NOT NULL,
  actor     TEXT NOT NULL,
  reason    TEXT NOT NULL,
  paused_at INTEGER NOT NULL,
  PRIMARY KEY (kind, name)
) STRICT;

-- The task that an operator ordered anew in place of a failed one. Insert-only; the key lets each be retried once.
CREATE TABLE task_retries (
  task_id  TEXT NOT NULL PRIMARY KEY,
  retry_id TEXT NOT NULL UNIQUE
) STRICT;
