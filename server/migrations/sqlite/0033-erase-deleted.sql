-- When what was deleted was last taken out of the file.
INSERT OR IGNORE INTO sweep_runs (sweep, due_at) VALUES ('erase-deleted', 0);
