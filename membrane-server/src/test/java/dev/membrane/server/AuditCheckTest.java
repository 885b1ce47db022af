package dev.membrane.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.internal.change.Reindexing;
import dev.membrane.spi.Changeset;
import dev.membrane.spi.Key;
import dev.membrane.spi.StoreOpenException;
import dev.membrane.store.memory.InMemoryStore;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class AuditCheckTest {

  private final StringWriter out = new StringWriter();
  private final PrintWriter printer = new PrintWriter(out, true);
  private final AuditCheck check = new AuditCheck(printer, printer);

  @Test
  void an_empty_store_is_verified() {
    try (InMemoryStore store = new InMemoryStore()) {
      assertThat(check.run(store)).isZero();
      assertThat(out.toString()).startsWith("verified: 0 entries of 0 records");
    }
  }

  @Test
  void a_store_with_the_words_of_an_earlier_version_is_not_called_broken() {
    try (InMemoryStore store = new InMemoryStore()) {
      store.commit(Changeset.builder().addKey(new Key(Reindexing.KEY, "", null)).build());
      assertThatThrownBy(() -> check.run(store))
          .isInstanceOf(StoreOpenException.class)
          .hasMessageEndingWith("start membraned once to bring it up to date");
      assertThat(out.toString()).isEmpty();
    }
  }
}
