package dev.membrane.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.membrane.EraseRequest;
import dev.membrane.Membrane;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.ConflictException;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.store.memory.InMemoryStore;
import org.junit.jupiter.api.Test;

final class DestroyedKeyLogTest {

  /** Another server's commit comes between the end of a key and the next commit. */
  private static final class ContendedStore extends ForwardingStore {

    private int conflicts;

    ContendedStore() {
      super(new InMemoryStore());
    }

    @Override
    public boolean isEncrypted() {
      return true;
    }

    @Override
    public boolean destroyKey(String scope) {
      conflicts++;
      return true;
    }

    @Override
    public void commit(Changeset changeset) {
      if (conflicts == 1) {
        conflicts++;
        throw new ConflictException("on purpose");
      }
      super.commit(changeset);
    }
  }

  @Test
  void the_key_of_an_erased_scope_is_logged_once() {
    ContendedStore store = new ContendedStore();
    ScopeFacts.observe(store, "scope");
    try (Warnings log = new Warnings("dev.membrane.internal.erase.ScopeDataKey", Level.INFO);
        Membrane membrane = Membrane.builder().store(store).backgroundJobs(false).build()) {
      membrane.revision().erase(EraseRequest.ofScope("scope"));
      assertThat(log.messages()).containsExactly("data key of an erased scope");
    }
  }

  @Test
  void a_scope_of_which_nothing_is_found_is_not_said_to_have_had_a_key() {
    ContendedStore store = new ContendedStore();
    try (Warnings log = new Warnings("dev.membrane.internal.erase.ScopeDataKey", Level.INFO);
        Membrane membrane = Membrane.builder().store(store).backgroundJobs(false).build()) {
      membrane.revision().erase(EraseRequest.ofScope("no such"));
      assertThat(log.messages())
          .containsExactly("nothing was found of a scope, and it has no data key");
    }
  }
}
