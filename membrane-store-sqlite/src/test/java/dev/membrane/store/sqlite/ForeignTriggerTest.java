package dev.membrane.store.sqlite;

import static dev.membrane.store.sqlite.WordFacts.membrane;
import static dev.membrane.store.sqlite.WordFacts.observe;
import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.Membrane;
import dev.membrane.internal.audit.AuditReport;
import dev.membrane.internal.audit.AuditVerifier;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What somebody else has added to a database to change what is written or read there. */
final class ForeignTriggerTest {

  @TempDir private Path folder;

  @Test
  void triggers_and_views_are_faults() throws SQLException {
    try (SqliteStore store = SqliteStore.open(file());
        Membrane membrane = membrane(store)) {
      observe(membrane, "home", "kestrel");
    }
    assertThat(verified().faults()).isZero();
    WordFacts.run(
        file(), "CREATE TRIGGER \"mu\nte\" AFTER INSERT ON audit BEGIN DELETE FROM audit; END");
    WordFacts.run(file(), "CREATE VIEW shown AS SELECT * FROM memory");
    AuditReport report = verified();
    assertThat(report.broken()).asString().isEqualTo("trigger \"mu\\nte\" is not Membrane's");
    assertThat(report.faults()).isEqualTo(2);
  }

  private AuditReport verified() {
    try (SqliteReader reader = SqliteReader.open(file())) {
      return new AuditVerifier(reader, checked -> {}).verify();
    }
  }

  private Path file() {
    return folder.resolve("membrane.db");
  }
}
