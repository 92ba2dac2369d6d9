-- When what was deleted was last taken out of the files, which on MySQL takes nothing.
INSERT IGNORE INTO sweep_runs (sweep, due_at) VALUES ('erase-deleted', 0);
