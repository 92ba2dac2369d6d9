-- The public id of the key that ordered a task; NULL in tasks of versions that did not record it.
ALTER TABLE tasks ADD COLUMN api_key_id TEXT NULL;
