package dev.membrane.store.jdbc;

import dev.membrane.spi.Hit;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Map;

/** Reads rows of visible spaces as hits, those of them that pass a filter. */
@FunctionalInterface
public interface Lookup {

  /** The hits among some rows, by rid. */
  Map<Long, Hit> hits(Collection<Long> rids) throws SQLException;
}
