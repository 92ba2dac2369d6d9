-- Since when an engine fails, and since when the circuit breaker has excluded it; NULL in rows of older versions.
ALTER TABLE provider_health ADD COLUMN failing_since INTEGER NULL;
ALTER TABLE provider_health ADD COLUMN down_since INTEGER NULL;

-- The engines before a task's own that were passed over because they were down, as a list in JSON; and what the engine
-- charged for its result, in millionths of a US dollar. Both are written by statements that are there without them.
ALTER TABLE tasks ADD COLUMN passed_over TEXT NULL;
ALTER TABLE tasks ADD COLUMN engine_cost INTEGER NULL;
