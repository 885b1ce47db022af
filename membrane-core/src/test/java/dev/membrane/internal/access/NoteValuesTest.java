package dev.membrane.internal.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.store.memory.InMemoryStore;
import org.junit.jupiter.api.Test;

class NoteValuesTest {

  private static final String NOTE = "{\"said\":\"a \\\"blank\\\" ] and more\"}";

  /** A store of somebody else that encrypts, but has no keys for scopes. */
  private static final class PlainSeals extends ForwardingStore {

    PlainSeals() {
      super(new InMemoryStore());
    }

    @Override
    public boolean isEncrypted() {
      return true;
    }
  }

  @Test
  void a_note_is_read_as_it_was_written_also_where_the_store_does_not_seal_it() {
    try (PlainSeals store = new PlainSeals()) {
      NoteValues notes = new NoteValues(store);
      for (String scope : new String[] {"team", "the \"blue\" team", "[1]"}) {
        Key key = notes.key("note:plan", scope, NOTE);
        assertThat(notes.read(key)).contains(NOTE);
        assertThat(NoteValues.scope(key)).contains(scope);
      }
      Key unscoped = notes.key("note:plan", null, NOTE);
      assertThat(unscoped.value()).isEqualTo(NOTE);
      assertThat(NoteValues.scope(unscoped)).isEmpty();
    }
  }
}
