-- When the files of a task's result were removed, and why; when everything but its money was. `position` is the id
-- up to which a sweep has dealt with every task, so that the next run begins there.
ALTER TABLE tasks ADD COLUMN removed_at INTEGER NULL;
ALTER TABLE tasks ADD COLUMN removed_code TEXT NULL;
ALTER TABLE tasks ADD COLUMN scrubbed_at INTEGER NULL;
ALTER TABLE sweep_runs ADD COLUMN position TEXT NULL;

INSERT OR IGNORE INTO sweep_runs (sweep, due_at) VALUES ('expire-results', 0), ('scrub-tasks', 0);
