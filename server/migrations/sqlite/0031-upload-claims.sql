-- Which completion of a PENDING upload copies and judges its file, and until when unless it renews that; both NULL
-- where none does.
ALTER TABLE uploads ADD COLUMN claimed_by TEXT NULL;
ALTER TABLE uploads ADD COLUMN claimed_until INTEGER NULL;
