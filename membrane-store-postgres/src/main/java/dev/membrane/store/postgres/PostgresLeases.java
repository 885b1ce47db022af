package dev.membrane.store.postgres;

import dev.membrane.spi.Leases;
import java.time.Duration;
import org.jdbi.v3.core.Handle;

/** Leases as rows, by the clock of the database. */
record PostgresLeases(ReadPool connections) implements Leases {

  /** The connections read unless a transaction says at its beginning that it does not. */
  private static final String WRITE = "SET TRANSACTION ISOLATION LEVEL READ COMMITTED, READ WRITE";

  private static final String TAKE =
      """
      INSERT INTO lease (name, holder, until)
      VALUES (:name, :holder, clock_timestamp() + :millis * interval '1 millisecond')
      ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
      WHERE lease.holder = excluded.holder OR lease.until <= clock_timestamp()
      """;

  private static final String RELEASE = "DELETE FROM lease WHERE name = :name AND holder = :holder";

  @Override
  public boolean take(String name, String holder, Duration term) {
    return connections.transaction(
        rows ->
            writing(rows.handle())
                    .createUpdate(TAKE)
                    .bind("name", name)
                    .bind("holder", holder)
                    .bind("millis", term.toMillis())
                    .execute()
                == 1);
  }

  @Override
  public void release(String name, String holder) {
    connections.transaction(
        rows ->
            writing(rows.handle())
                .createUpdate(RELEASE)
                .bind("name", name)
                .bind("holder", holder)
                .execute());
  }

  private static Handle writing(Handle handle) {
    handle.execute(WRITE);
    return handle;
  }
}
