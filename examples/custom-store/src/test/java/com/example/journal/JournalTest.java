package com.example.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.ObservationRequest;
import dev.membrane.schema.JsonString;
import dev.membrane.spi.Config;
import dev.membrane.spi.PluginContext;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.StoreOpenException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

  @Test
  void what_was_deleted_is_still_in_the_file_and_can_be_found_there() throws IOException {
    Path file = folder.resolve("test.journal");
    try (JournalStore store = open();
        Membrane memory = Membrane.builder().store(store).backgroundJobs(false).build()) {
      String id =
          memory
              .ingestion()
              .observe(
                  ObservationRequest.builder()
                      .source("ann")
                      .subject("Ann")
                      .predicate("drives")
                      .object(new JsonString("Volvo"))
                      .options(IngestOptions.NONE.unscoped())
                      .build())
              .id();
      memory.revision().delete(id, "sold");
    }
    Config config = new Config(Map.of("plugins.journal.path", new JsonString(file.toString())));
    List<String> told = new ArrayList<>();
    new JournalStoreProvider()
        .storedBytes(new PluginContext(config))
        .orElseThrow()
        .tell(
            (place, bytes) -> {
              assertThat(place).isEqualTo(file.toString());
              told.add(new String(bytes.readAllBytes(), StandardCharsets.UTF_8));
            });
    assertThat(told).singleElement().asString().contains("Volvo");
  }
}
