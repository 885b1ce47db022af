package dev.membrane.store.jdbc.internal.search;

import dev.membrane.spi.search.Hit;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Map;

/** Reads rows of visible spaces, and answers those that pass a filter as hits. */
@FunctionalInterface
public interface Lookup {

  /** The hits among some rows, by rid. */
  Map<Long, Hit> hits(Collection<Long> rids) throws SQLException;
}
