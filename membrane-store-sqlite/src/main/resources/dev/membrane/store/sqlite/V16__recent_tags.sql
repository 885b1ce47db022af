-- The tags of records that were written lately, by space. These records are not yet in the lists of
-- tags in their orders: their places there are spread over all the pages of the lists, and a page that
-- changes is written as a whole; here they share a few.
CREATE TABLE tag_recent (
  space INTEGER NOT NULL,
  tag   TEXT    NOT NULL,
  rid   INTEGER NOT NULL,
  PRIMARY KEY (space, tag, rid)
) STRICT, WITHOUT ROWID;
