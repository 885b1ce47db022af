package dev.membrane.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.spi.StoreProvider.StoredBytes;
import dev.membrane.spi.store.StoreUnavailableException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The tables of a schema, of which a user may not read all. */
final class TableBytesTest {

  @Test
  void a_table_that_may_not_be_read_is_named_and_the_others_follow() throws IOException {
    PostgresConfig config = TestDatabase.fresh();
    PostgresStore.open(config).close();
    List<String> all = told(config);
    assertThat(all).hasSizeGreaterThan(5).noneMatch(place -> place.startsWith("not "));
    String schema = config.schema();
    TestDatabase.run(
        config,
        """
        CREATE ROLE %1$s_reader LOGIN;
        GRANT USAGE ON SCHEMA %1$s TO %1$s_reader;
        GRANT SELECT ON ALL TABLES IN SCHEMA %1$s TO %1$s_reader;
        REVOKE SELECT ON %1$s.memory FROM %1$s_reader"""
            .formatted(schema));
    PostgresConfig reader = TestDatabase.as(schema + "_reader", config);
    String memory = "table " + schema + ".\"memory\"";
    List<String> expected = new ArrayList<>(all);
    expected.replaceAll(
        place ->
            place.equals(memory)
                ? "not " + memory + ": ERROR: permission denied for table memory"
                : place);
    assertThat(told(reader)).isEqualTo(expected).isNotEqualTo(all);
  }

  @Test
  void a_server_that_does_not_answer_is_no_table() {
    PostgresConfig nobody = PostgresConfig.of("postgres://nobody@localhost:1/postgres");
    assertThatThrownBy(() -> told(nobody)).isInstanceOf(StoreUnavailableException.class);
  }

  private static List<String> told(PostgresConfig config) throws IOException {
    List<String> told = new ArrayList<>();
    new TableBytes(config)
        .tell(
            new StoredBytes.ByteListener() {
              @Override
              public void kept(String place, InputStream bytes) throws IOException {
                bytes.readAllBytes();
                told.add(place);
              }

              @Override
              public void unopened(String place, IOException failure) {
                told.add("not " + place + ": " + failure.getMessage());
              }
            });
    return told;
  }
}
