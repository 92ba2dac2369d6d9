-- What all accounts used on a day, which the operator's page sums up. A count that changes does not touch the index.
CREATE INDEX IF NOT EXISTS usage_days_day ON usage_days (day, product);
