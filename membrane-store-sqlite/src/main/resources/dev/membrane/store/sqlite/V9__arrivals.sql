-- The records of all scopes together in the order of arrival: every index ends with the rid.
CREATE INDEX arrival_by_whole ON memory (whole) WHERE whole IS NOT NULL;

-- The words of a record name what its relations lead to. Where there are relations, the engine has to
-- read all records again, see V7. The hash is that of the key's other columns, see RowHash.
INSERT OR IGNORE INTO key (name, value, row_hash) SELECT 'reindex', '', '70397f8a5f1c3ed0'
WHERE EXISTS (SELECT 1 FROM document WHERE instr(doc, '"target_id"') > 0);
