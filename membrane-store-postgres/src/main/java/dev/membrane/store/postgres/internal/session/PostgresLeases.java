package dev.membrane.store.postgres.internal.session;

import dev.membrane.spi.store.MemoryStore.Leases;
import java.time.Duration;

/** Leases as rows, by the clock of the database. */
public record PostgresLeases(ReadPool connections) implements Leases {

  private static final String TAKE =
      """
      INSERT INTO lease (name, holder, until)
      VALUES (?, ?, clock_timestamp() + ? * interval '1 millisecond')
      ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
      WHERE lease.holder = excluded.holder OR lease.until <= clock_timestamp()
      """;

  private static final String RELEASE = "DELETE FROM lease WHERE name = ? AND holder = ?";

  @Override
  public boolean take(String name, String holder, Duration term) {
    return write(TAKE, name, holder, term.toMillis()) == 1;
  }

  @Override
  public void release(String name, String holder) {
    var unused = write(RELEASE, name, holder);
  }

  private int write(String sql, Object... values) {
    return connections.write(rows -> rows.update(sql, values));
  }
}
