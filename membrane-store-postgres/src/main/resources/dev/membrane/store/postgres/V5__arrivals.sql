-- The records of all scopes together in the order of arrival.
CREATE INDEX arrival_by_whole ON memory (whole, rid) WHERE whole IS NOT NULL;

-- The words of a record name what its relations lead to. Where there are relations, the engine has to
-- read all records again, see V3. The hash is that of the key's other columns, see RowHash.
INSERT INTO key (name, value, row_hash) SELECT 'reindex', '', '2576d5044ff019ba'
WHERE EXISTS (SELECT 1 FROM document WHERE strpos(doc, '"target_id"') > 0)
ON CONFLICT DO NOTHING;
