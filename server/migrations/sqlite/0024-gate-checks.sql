-- Every request to a gate about a task or an upload. Written before the gate is asked: a row without a verdict
-- is a request whose response was lost. `version` tells the bytes of one judgement from those of another.
CREATE TABLE IF NOT EXISTS gate_checks (
  id          TEXT NOT NULL PRIMARY KEY,
  subject_id  TEXT NOT NULL,
  gate        TEXT NOT NULL,
  stage       TEXT NOT NULL CHECK (stage IN ('before', 'after', 'upload')),
  version     TEXT NOT NULL,
  asked_at    INTEGER NOT NULL,
  answered_at INTEGER NULL,
  verdict     TEXT NULL CHECK (verdict IN ('allowed', 'refused', 'failed')),
  reason      TEXT NULL,
  CHECK ((answered_at IS NOT NULL) = (verdict IS NOT NULL))
) STRICT;

CREATE INDEX IF NOT EXISTS gate_checks_subject ON gate_checks (subject_id, id);
