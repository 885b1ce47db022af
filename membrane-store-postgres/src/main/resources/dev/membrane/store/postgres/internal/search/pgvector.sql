-- What a database with pgvector has beside the tables. All names stand with their schemas where they
-- are looked up later, as a restored dump knows no search path.

-- The whole numbers of a vector as pgvector has them; nothing for what its index cannot hold.
CREATE OR REPLACE FUNCTION halves(numbers bytea) RETURNS public.halfvec
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  count CONSTANT integer := length(numbers) / 2;
  halves integer[] := '{}';
BEGIN
  IF count > 4000 THEN
    RETURN NULL;
  END IF;
  FOR i IN 0 .. count - 1 LOOP
    -- The lower byte comes first, and the upper one has the sign.
    halves[i + 1] :=
      ((get_byte(numbers, 2 * i) + (get_byte(numbers, 2 * i + 1) << 8)) # 32768) - 32768;
  END LOOP;
  RETURN halves::public.halfvec;
END $$;

ALTER TABLE embedding ADD COLUMN IF NOT EXISTS
  direction public.halfvec GENERATED ALWAYS AS (halves(vector)) STORED;

-- What counts the records of all scopes.
CREATE INDEX IF NOT EXISTS arrival_by_whole ON memory (whole, rid) WHERE whole IS NOT NULL;
