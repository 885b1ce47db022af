-- Writers of different scopes do not wait for each other, so no row may count for all scopes.

-- Records are numbered by a sequence, which no writer holds until its commit. Within a scope, whose
-- writers take turns, the numbers follow the commits.
CREATE SEQUENCE arrival;
SELECT setval('arrival', 1 + greatest(
  (SELECT coalesce(max(rid), 0) FROM memory), (SELECT coalesce(max(rid), 0) FROM tombstone)), FALSE);

CREATE SEQUENCE run_number;
SELECT setval('run_number', 1 + (SELECT coalesce(max(number), 0) FROM run), FALSE);

-- The scope of each id that was ever used: what is unique over all scopes is in no table of records.
CREATE TABLE record_scope (
  id    text COLLATE "C" PRIMARY KEY,
  scope text COLLATE "C" NOT NULL
);

INSERT INTO record_scope (id, scope)
SELECT id, scope FROM memory UNION ALL SELECT id, scope FROM tombstone;

-- The pools of all scopes count nothing any more. Who asks for all scopes sums up those of each.
DELETE FROM pool_word w USING pool p WHERE p.id = w.pool AND p.whole;
UPDATE pool SET records = 0, length = 0 WHERE whole;

-- Totals are of a scope, known by its digest as in audit_head, and summed up likewise.
DROP TABLE audit_total;
CREATE TABLE audit_total (
  digest  text   COLLATE "C" NOT NULL,
  action  text   COLLATE "C" NOT NULL,
  entries bigint NOT NULL,
  PRIMARY KEY (digest, action)
) WITH (fillfactor = 50);

INSERT INTO audit_total (digest, action, entries)
SELECT left(encode(sha256(convert_to(r.scope, 'UTF8')), 'hex'), 32), a.action, count(*)
FROM audit a
JOIN (SELECT rid, scope FROM memory UNION ALL SELECT rid, scope FROM tombstone) r ON r.rid = a.rid
GROUP BY r.scope, a.action;
