package com.example.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.spi.Changeset;
import dev.membrane.spi.Key;
import dev.membrane.spi.StoreOpenException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is this store's own, and so not in the contract. */
class JournalTest {

  @TempDir Path folder;

  private JournalStore open() {
    return JournalStore.open(folder.resolve("test.journal"));
  }

  @Test
  void a_commit_that_was_cut_short_is_forgotten_and_the_next_one_kept() throws IOException {
    Key first = new Key("first", "1", null);
    Key second = new Key("second", "2", null);
    try (JournalStore store = open()) {
      store.commit(Changeset.builder().addKey(first).build());
    }
    Files.writeString(
        folder.resolve("test.journal"), "{\"keys_removed\":[", StandardOpenOption.APPEND);
    try (JournalStore store = open()) {
      store.commit(Changeset.builder().addKey(second).build());
    }
    try (JournalStore store = open()) {
      assertThat(store.find(List.of("first", "second"))).containsExactly(first, second);
    }
  }

  @Test
  void a_journal_in_use_is_refused() {
    try (JournalStore store = open()) {
      assertThat(store).hasToString("journal " + folder.resolve("test.journal"));
      assertThatThrownBy(this::open).isInstanceOf(StoreOpenException.class);
    }
  }
}
