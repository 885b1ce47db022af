-- The records of all scopes together in the order of arrival.
CREATE INDEX arrival_by_whole ON memory (whole, rid) WHERE whole IS NOT NULL;
