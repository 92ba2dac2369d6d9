-- Storage is compared once a day and not with each reconciliation, because it reads the output of every task.
INSERT IGNORE INTO sweep_runs (sweep, due_at) VALUES ('reconcile-storage', 0);
