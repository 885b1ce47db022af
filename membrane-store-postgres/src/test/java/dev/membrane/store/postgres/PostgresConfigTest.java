package dev.membrane.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.spi.Config;
import dev.membrane.spi.PluginContext;
import dev.membrane.spi.StoreProvider;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

final class PostgresConfigTest {

  @Test
  void the_forms_of_other_clients_are_understood() {
    for (String scheme : new String[] {"postgres", "postgresql"}) {
      PGSimpleDataSource source =
          PostgresConfig.of(
                  scheme
                      + "://an%40n:p%2Fw+%25@db.example:6432/my%20db"
                      + "?sslmode=require&application_name=agents&connect_timeout=7")
              .dataSource();
      assertThat(source.getUser()).isEqualTo("an@n");
      assertThat(source.getPassword()).isEqualTo("p/w+%");
      assertThat(source.getServerNames()).containsExactly("db.example");
      assertThat(source.getPortNumbers()).containsExactly(6432);
      assertThat(source.getDatabaseName()).isEqualTo("my db");
      assertThat(source.getSslMode()).isEqualTo("require");
      assertThat(source.getApplicationName()).isEqualTo("agents");
      assertThat(source.getConnectTimeout()).isEqualTo(7);
    }
  }

  @Test
  void the_url_of_the_driver_is_taken_as_it_is() {
    PGSimpleDataSource source =
        PostgresConfig.of("jdbc:postgresql://a:1,b:2/memory?user=ann&password=secret").dataSource();
    assertThat(source.getServerNames()).containsExactly("a", "b");
    assertThat(source.getPortNumbers()).containsExactly(1, 2);
    assertThat(source.getUser()).isEqualTo("ann");
  }

  @Test
  void a_parameter_that_the_driver_does_not_know_is_refused() {
    for (String dsn :
        List.of("postgres://h/d?sslmod=require", "jdbc:postgresql://h/d?user=ann&sslmod=require")) {
      assertThatThrownBy(() -> PostgresConfig.of(dsn))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "has a parameter that PostgreSQL's driver does not know; a & in a password is"
                  + " written %26");
    }
  }

  @Test
  void a_value_or_a_port_that_cannot_be_is_refused() {
    assertThatThrownBy(() -> PostgresConfig.of("postgres://h/d?sslmode=bogus"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "has a value of sslmode that is none of:"
                + " disable, allow, prefer, require, verify-ca, verify-full");
    for (String place : List.of("h:abc", "a:1,b:x", "h:0", "h:65536", "h:-1", "[::1]:x")) {
      for (String scheme : List.of("postgres://", "jdbc:postgresql://")) {
        assertThatThrownBy(() -> PostgresConfig.of(scheme + place + "/d"))
            .as(place)
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessage("has a port that is no number from 1 to 65535");
      }
    }
    assertThat(PostgresConfig.of("postgres://[::1]:6432/d?sslmode=VERIFY-FULL").dataSource())
        .extracting(source -> source.getPortNumbers()[0])
        .isEqualTo(6432);
  }

  @Test
  void several_hosts_may_be_named() {
    PGSimpleDataSource source =
        PostgresConfig.of("postgres://ann@a:1,b:2/memory?target_session_attrs=read-write")
            .dataSource();
    assertThat(source.getServerNames()).containsExactly("a", "b");
    assertThat(source.getTargetServerType()).isEqualTo("primary");
  }

  @Test
  void the_schema_is_membrane_unless_named() {
    assertThat(PostgresConfig.of("postgres://h/d").schema()).isEqualTo("membrane");
    assertThat(PostgresConfig.of("postgres://h/d?search_path=mine,public").schema())
        .isEqualTo("mine");
    assertThat(PostgresConfig.of("jdbc:postgresql://h/d?currentSchema=a_1").schema())
        .isEqualTo("a_1");
    assertThatThrownBy(() -> PostgresConfig.of("postgres://h/d?currentSchema=a%3Bdrop"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void its_text_tells_the_place_but_no_secret() {
    assertThat(PostgresConfig.of("postgres://ann:secret@h:5433/d"))
        .hasToString("postgres h:5433/d schema membrane");
  }

  @Test
  void a_fault_names_the_key_and_no_secret() {
    assertThat(faults("postgres_dsn", "mysql://ann:secret@h/d"))
        .containsExactly(
            "postgres_dsn: must be postgres://user:password@host:port/database, the same with"
                + " postgresql://, or jdbc:postgresql://host:port/database");
    assertThat(faults("postgres_dsn", "postgres://ann:100%secret@h/d"))
        .containsExactly("postgres_dsn: has a % that no two hexadecimal digits follow");
    assertThat(faults())
        .containsExactly(
            "postgres_dsn: is needed by backend postgres, as postgres://user@host/database");
  }

  @Test
  void data_keys_may_stand_in_another_database_if_there_is_a_key() {
    PostgresConfig config = PostgresConfig.of("postgres://h/d").dataKeysIn("postgres://k/e");
    assertThat(config.keys()).hasToString("postgres k:5432/e schema membrane");
    assertThat(config.encryptedWith(Path.of("key")).keys()).isEqualTo(config.keys());
    assertThat(faults("postgres_dsn", "postgres://h/d", "postgres_keys_dsn", "postgres://k/e"))
        .containsExactly("postgres_keys_dsn: needs encryption_key_file or key_provider");
    assertThat(
            faults("postgres_dsn", "postgres://h/d", "postgres_keys_dsn", "mysql://a:secret@k/e"))
        .containsExactly(
            "postgres_keys_dsn: must be postgres://user:password@host:port/database, the same with"
                + " postgresql://, or jdbc:postgresql://host:port/database");
  }

  private static Iterable<String> faults(String... keysAndValues) {
    Config config = config(keysAndValues);
    provider().create(new PluginContext(config));
    return config.faults();
  }

  private static Config config(String... keysAndValues) {
    Map<String, JsonValue> values = new HashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      values.put(keysAndValues[i], new JsonString(keysAndValues[i + 1]));
    }
    return new Config(values);
  }

  private static StoreProvider provider() {
    return ServiceLoader.load(StoreProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(found -> found.name().equals("postgres"))
        .findFirst()
        .orElseThrow();
  }
}
