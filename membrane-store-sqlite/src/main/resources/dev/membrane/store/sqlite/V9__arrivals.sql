-- The records of all scopes together in the order of arrival: every index ends with the rid.
CREATE INDEX arrival_by_whole ON memory (whole) WHERE whole IS NOT NULL;
