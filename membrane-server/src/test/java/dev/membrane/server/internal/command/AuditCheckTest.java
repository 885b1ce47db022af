package dev.membrane.server.internal.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.server.StartException;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreOpenException;
import dev.membrane.spi.store.StoreUnavailableException;
import dev.membrane.store.memory.InMemoryStore;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Collection;
import java.util.List;
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
      store.commit(Changeset.builder().addKey(new Key(Key.FORMER_TERMS.name(), "", null)).build());
      assertThatThrownBy(() -> check.run(store))
          .isInstanceOf(StoreOpenException.class)
          .hasMessageEndingWith("start membraned once to bring it up to date");
      assertThat(out.toString()).isEmpty();
    }
  }

  @Test
  void a_store_that_cannot_be_read_is_named_with_the_reason_of_its_database() {
    MemoryStore damaged =
        new ForwardingStore(new InMemoryStore()) {
          @Override
          public List<Key> find(Collection<String> names) {
            throw new StoreUnavailableException(
                "the database cannot be read", new IOException("page 7 is malformed"));
          }

          @Override
          public String toString() {
            return "m.db";
          }
        };
    try (damaged) {
      assertThatThrownBy(() -> check.run(damaged))
          .isInstanceOf(StartException.class)
          .hasMessage("m.db: the database cannot be read: page 7 is malformed");
    }
  }
}
