-- How many tasks a worker runs at once; NULL for workers of older versions.
ALTER TABLE workers ADD COLUMN slots INTEGER NULL;
