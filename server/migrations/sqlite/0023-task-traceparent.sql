-- The trace that a task was ordered in, in the form of W3C Trace Context; NULL where the order named none.
ALTER TABLE tasks ADD COLUMN traceparent TEXT NULL;
