-- How far the engine said that a running task is, in percent; NULL where none said so. It stays behind when the task
-- ends, and nothing shows it then.
ALTER TABLE tasks ADD COLUMN progress INTEGER NULL;
