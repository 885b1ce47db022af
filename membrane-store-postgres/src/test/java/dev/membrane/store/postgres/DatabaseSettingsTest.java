package dev.membrane.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.internal.audit.AuditVerifier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Databases whose settings are for other programs. */
class DatabaseSettingsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "extra_float_digits = 0",
        "standard_conforming_strings = off",
        "bytea_output = 'escape'",
        "datestyle = 'SQL, DMY'",
        "timezone = 'Asia/Kathmandu'"
      })
  void what_is_stored_reads_back_as_it_was_written(String setting) {
    String dsn = TestDatabase.database();
    PostgresConfig config = PostgresConfig.of(dsn);
    String name = dsn.substring(dsn.lastIndexOf('/') + 1);
    TestDatabase.run(config, "ALTER DATABASE " + name + " SET " + setting);

    try (PostgresStore store = PostgresStore.open(config)) {
      for (int i = 0; i < 7; i++) {
        ScopeFacts.observe(store, "a\\b", "user-" + i);
      }
      assertThat(new AuditVerifier(store, checked -> {}).verify().broken()).isNull();
    }
  }
}
