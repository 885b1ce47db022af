-- What the hash of a record's content is made with; empty for one that has none. It is gone with
-- the row, so that what is deleted cannot be guessed from its hash.
ALTER TABLE memory ADD COLUMN nonce text COLLATE "C" NOT NULL DEFAULT '';

-- What is noted of all audit logs of a scope together, those of deleted records included: how many
-- they are, and the sum modulo 2^256 of the SHA-256 of id, blank and last hash. A scope may be longer
-- than an index takes, so it is known by a digest; an empty one is none.
CREATE TABLE audit_head (
  digest text    COLLATE "C" PRIMARY KEY,
  scope  text    COLLATE "C" NOT NULL,
  trails bigint  NOT NULL,
  sum    numeric NOT NULL
) WITH (fillfactor = 50);

-- The number of 256 bits.
CREATE FUNCTION pg_temp.number(bits bytea) RETURNS numeric LANGUAGE sql AS $$
  SELECT sum(('x' || encode(substr(bits, 4 * i + 1, 4), 'hex'))::bit(32)::bigint
             * trunc(power(4294967296::numeric, 7 - i)))
  FROM generate_series(0, 7) i
$$;

-- The text of which an escaped column is the form; see TextEncoding.
CREATE FUNCTION pg_temp.bytes(escaped text) RETURNS bytea LANGUAGE plpgsql AS $$
DECLARE
  parts CONSTANT text[] := string_to_array(escaped, E'\x01');
  plain bytea := convert_to(coalesce(parts[1], ''), 'UTF8');
  i integer := 2;
BEGIN
  WHILE i <= array_length(parts, 1) LOOP
    IF left(parts[i], 1) = E'\x02' THEN
      plain := plain || '\x01'::bytea || convert_to(substr(parts[i], 2), 'UTF8');
      i := i + 1;
    ELSE
      plain := plain || '\x00'::bytea || convert_to(parts[i + 1], 'UTF8');
      i := i + 2;
    END IF;
  END LOOP;
  RETURN plain;
END $$;

INSERT INTO audit_head (digest, scope, trails, sum)
SELECT left(encode(sha256(convert_to(r.scope, 'UTF8')), 'hex'), 32), r.scope, count(*),
       mod(sum(pg_temp.number(sha256(
             pg_temp.bytes(coalesce(r.long_id, r.id)) || ' '::bytea
               || convert_to(coalesce((SELECT a.hash FROM audit a WHERE a.rid = r.rid
                                       ORDER BY a.seq DESC LIMIT 1), ''), 'UTF8')))),
           trunc(power(2::numeric, 256)))
FROM (SELECT rid, id, long_id, scope FROM memory
      UNION ALL SELECT rid, id, long_id, scope FROM tombstone) r
GROUP BY r.scope;

-- Rows that follow from no record have a hash of their own: of each column its length in bytes, a
-- colon and itself, or a minus sign for null.
CREATE FUNCTION pg_temp.part(bytes bytea) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(convert_to(length(bytes) || ':', 'UTF8') || bytes, '-'::bytea)
$$;

CREATE FUNCTION pg_temp.part(words text) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT pg_temp.part(convert_to(words, 'UTF8'))
$$;

CREATE FUNCTION pg_temp.hash(parts bytea) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT left(encode(sha256(parts), 'hex'), 16)
$$;

ALTER TABLE key ADD COLUMN row_hash text COLLATE "C" NOT NULL DEFAULT '';
UPDATE key SET row_hash = pg_temp.hash(
  pg_temp.part(name) || pg_temp.part(long_name) || pg_temp.part(value) || pg_temp.part(owner));

ALTER TABLE queue ADD COLUMN row_hash text COLLATE "C" NOT NULL DEFAULT '';
UPDATE queue SET row_hash = pg_temp.hash(
  pg_temp.part(queue) || pg_temp.part(long_queue) || pg_temp.part(item) || pg_temp.part(long_item)
    || pg_temp.part(due_at::text) || pg_temp.part(attempts::text));

ALTER TABLE embedding ADD COLUMN row_hash text COLLATE "C" NOT NULL DEFAULT '';
UPDATE embedding e SET row_hash = pg_temp.hash(
  pg_temp.part(m.id) || pg_temp.part(o.name) || pg_temp.part(e.vector))
FROM memory m, model o
WHERE m.rid = e.rid AND o.id = e.model;

DROP FUNCTION pg_temp.number(bytea);
DROP FUNCTION pg_temp.bytes(text);
DROP FUNCTION pg_temp.hash(bytea);
DROP FUNCTION pg_temp.part(text);
DROP FUNCTION pg_temp.part(bytea);
