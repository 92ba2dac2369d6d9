-- Failed tasks by code, newest first, whenever they failed: few among many, which operators look for. Other tasks
-- have no entry.
CREATE INDEX IF NOT EXISTS tasks_failed ON tasks (error_code, id) WHERE error_code IS NOT NULL;
