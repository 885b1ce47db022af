-- An earlier version left deleted words among the keys of the text index.
INSERT INTO cleaning (step)
SELECT 'pages' WHERE EXISTS (SELECT 1 FROM posting_idx)
ON CONFLICT DO NOTHING;
