-- Every request to a gate about a task or an upload. Written before the gate is asked: a row without a verdict
-- is a request whose response was lost. `version` tells the bytes of one judgement from those of another.
CREATE TABLE IF NOT EXISTS gate_checks (
  id          CHAR(24) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  subject_id  VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  gate        VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  stage       VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  version     CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  asked_at    BIGINT NOT NULL,
  answered_at BIGINT NULL,
  verdict     VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NULL,
  reason      VARCHAR(300) NULL,
  KEY gate_checks_subject (subject_id, id),
  CONSTRAINT gate_checks_stage CHECK (stage IN ('before', 'after', 'upload')),
  CONSTRAINT gate_checks_verdict CHECK (verdict IN ('allowed', 'refused', 'failed')),
  CONSTRAINT gate_checks_answered CHECK ((answered_at IS NOT NULL) = (verdict IS NOT NULL))
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
