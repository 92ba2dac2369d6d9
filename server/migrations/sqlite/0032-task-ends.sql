-- What ended since a time, and with which error code: operators and the status page count it. A task has no entry
-- before its end.
CREATE INDEX IF NOT EXISTS tasks_ended ON tasks (completed_at, error_code) WHERE completed_at IS NOT NULL;

-- What engines did not deliver since a time.
CREATE INDEX IF NOT EXISTS engine_calls_ended ON engine_calls (ended_at, provider, outcome);
