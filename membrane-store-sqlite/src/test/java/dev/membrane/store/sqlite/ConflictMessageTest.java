package dev.membrane.store.sqlite;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.commit.ConflictException;
import dev.membrane.spi.commit.Key;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ConflictMessageTest {

  private static final String ID = SampleRecords.id(1);
  private static final Key KEY = new Key("name", "7", ID);
  private static final QueueRow ROW = new QueueRow("queue", "item", SampleRecords.START, 1);

  @TempDir private Path folder;
  private SqliteStore store;

  @BeforeEach
  void open() {
    store = SqliteStore.open(folder.resolve("membrane.db"));
    store.commit(
        Changeset.builder().change(SampleRecords.insert(1)).addKey(KEY).enqueue(ROW).build());
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void a_record_is_named_with_the_version_expected_and_the_one_found() {
    assertConflict(
        Changeset.builder().change(new Change.Delete(ID, 3, List.of())),
        "version conflict on record " + ID + ": expected 3, found 1");
    assertConflict(
        Changeset.builder().change(new Change.Delete("other", 3, List.of())),
        "version conflict on record other: expected 3, found none");
  }

  @Test
  void a_key_is_named_with_what_it_should_have_held_and_what_it_holds() {
    assertConflict(
        Changeset.builder().removeKey(new Key("name", "8", null)),
        "version conflict on key name: expected 8, found 7 of record " + ID);
    assertConflict(
        Changeset.builder().removeKey(new Key("other", "8", null)),
        "version conflict on key other: expected 8, found none");
    assertConflict(
        Changeset.builder().addKey(new Key("name", "8", null)),
        "version conflict on key name: expected none, found 7 of record " + ID);
  }

  @Test
  void a_queue_row_is_named_with_what_was_due_and_what_is() {
    String due = "due " + SampleRecords.START;
    assertConflict(
        Changeset.builder().done(new QueueRow("queue", "item", SampleRecords.START, 2)),
        "version conflict on row item of queue queue: expected "
            + (due + " after 2 attempts, found " + due + " after 1 attempts"));
    assertConflict(
        Changeset.builder().done(new QueueRow("other", "item", SampleRecords.START, 2)),
        "version conflict on row item of queue other: expected "
            + due
            + " after 2 attempts, found none");
  }

  private void assertConflict(Changeset.Builder changeset, String message) {
    assertThatThrownBy(() -> store.commit(changeset.build()))
        .isInstanceOf(ConflictException.class)
        .hasMessage(message);
  }
}
