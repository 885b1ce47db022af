package dev.membrane.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.EventRequest;
import dev.membrane.Membrane;
import dev.membrane.internal.audit.AuditReport;
import dev.membrane.internal.audit.AuditVerifier;
import dev.membrane.schema.Sensitivity;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TombstoneLevelTest {

  @TempDir Path folder;

  @Test
  void a_level_above_the_highest_is_not_taken_for_the_highest() throws SQLException {
    Path file = folder.resolve("memory.db");
    try (Membrane membrane =
        Membrane.builder().openStore(() -> SqliteStore.open(file)).backgroundJobs(false).build()) {
      EventRequest secret =
          EventRequest.builder()
              .source("ann")
              .eventKind("note")
              .ref("1")
              .sensitivity(Sensitivity.HYPER)
              .unscoped()
              .build();
      String id = membrane.ingestion().event(secret).id();
      membrane.revision().delete(id, "they asked");
    }
    assertThat(verify(file).broken()).isNull();
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      assertThat(statement.executeUpdate("UPDATE tombstone SET level = 5")).isEqualTo(1);
    }
    AuditReport.Broken broken = verify(file).broken();
    assertThat(broken).isNotNull();
    assertThat(broken.reason()).contains("its level 5 is none");
  }

  private static AuditReport verify(Path file) {
    try (SqliteReader reader = SqliteReader.open(file)) {
      return new AuditVerifier(reader, done -> {}).verify();
    }
  }
}
