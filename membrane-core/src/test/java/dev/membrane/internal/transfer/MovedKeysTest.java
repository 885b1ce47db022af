package dev.membrane.internal.transfer;

import static dev.membrane.internal.transfer.Exports.export;
import static dev.membrane.internal.transfer.Exports.lines;
import static dev.membrane.internal.transfer.Exports.load;
import static dev.membrane.internal.transfer.Exports.resealed;
import static dev.membrane.internal.transfer.Exports.size;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.IngestOptions;
import dev.membrane.internal.EngineFixture;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.store.memory.InMemoryStore;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which keys an import takes. */
class MovedKeysTest {

  private final EngineFixture house = new EngineFixture();
  private final MemoryStore target = new InMemoryStore();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "garbage",
        "soon 00 01972b5c-ee7b-7269-9d2a-3e39043284c7",
        "2025-06-02T12:00:00Z 00 somebody",
        "9999-06-02T12:00:00Z 00 01972b5c-ee7b-7269-9d2a-3e39043284c7",
        "2025-06-02T12:00:00Z 00 01972b5c-ee7b-7269-9d2a-3e39043284c7 low x 1 2025-06-02T12:00:00Z",
        "2025-06-02T12:00:00Z 00 01972b5c-ee7b-7269-9d2a-3e39043284c7 low 1"
      })
  void a_receipt_that_no_call_left_is_refused(String garbage) throws Exception {
    var unused =
        house.service.record(
            EngineFixture.event("ref", IngestOptions.NONE.idempotencyKey("k").scope("here")));
    List<String> lines = lines(export(house.store));
    assertThat(load(resealed(lines), new InMemoryStore()).keys()).isEqualTo(1);
    int at = IntStream.range(0, lines.size()).filter(i -> isReceipt(lines.get(i))).sum();
    lines.set(
        at, lines.get(at).replaceFirst("\"value\":\"[^\"]+\"", "\"value\":\"" + garbage + '"'));
    byte[] wrong = resealed(lines);
    assertThatThrownBy(() -> load(wrong, target))
        .isInstanceOf(MoveException.class)
        .hasMessageContaining(
            "line "
                + (at + 1)
                + ": validation error for value: must be the value of an idempotency key");
    assertThat(size(target)).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<id>=1,0.5,6.0E-4,2025-06-01T12:00:00.5Z <id>=-1 | true",
        "garbage | false",
        "<id>=2 | false",
        "<id>=1,x,1.0,2025-06-01T12:00:00Z | false",
        "<id>=1,0.5,0.6,2025-13-01T12:00:00Z | false"
      })
  void what_no_outcome_has_left_of_used_records_is_refused(String value, boolean isSound)
      throws Exception {
    String id = house.service.record(EngineFixture.event("ref", IngestOptions.NONE)).id();
    Key key = new Key("used:" + id, value.replace("<id>", id), id);
    house.store.commit(Changeset.builder().addKey(key).build());
    byte[] export = export(house.store);
    if (isSound) {
      assertThat(load(export, target).records()).isEqualTo(1);
    } else {
      assertThatThrownBy(() -> load(export, target))
          .isInstanceOf(MoveException.class)
          .hasMessageContaining("value: must tell which records a run used");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ended:0 | 3/7 | 7/3",
        "ended:0 | 0/0 | 1",
        "reported:0 | 3/9223372036854775807 | 3/9223372036854775808",
        "outcomes:<id> | 1/2 0/0 s1748865600000000:<id> L1748865600000001:<id> | x1748865600000000:<id>",
        "outcomes:<id> | ssf | s1748865600000000",
        "outcomes:<id> | '' | s9223372036854775807:<id>",
        "parts:<id> | <id>/1748865600000000/1748865600000001 <id> | <id>/1/soon",
        "parts:<id> | <id> | <id>/1",
        "quota:0:1 | -1,70000 | 1",
        "cost:<id> | 00=1,700 01=0,-5 | 00",
        "note:procedure:0 | {} | []",
        "learned:procedure:<id> | 1 {} | {}",
        "claimed:<id> | '' | 1",
        "runs:<id> | '' | 1",
        "procedure:0 | <id> | 1",
        "fact:0 | <id> | 1",
        "similar:0 | <id> | 1",
        "episode:0:last | <id> | 1",
        "thread:0:last | <id> | 1"
      })
  void a_key_has_the_value_of_its_kind(String name, String sound, String wrong) throws Exception {
    String id = house.service.record(EngineFixture.event("ref", IngestOptions.NONE)).id();
    String kind = name.substring(0, name.indexOf(':') + 1);
    assertThat(load(exportWith(name, sound, id), target).records()).isEqualTo(1);
    for (String garbage : List.of(wrong, "garbage")) {
      byte[] export = exportWith(name, garbage, id);
      assertThatThrownBy(() -> load(export, new InMemoryStore()))
          .isInstanceOf(MoveException.class)
          .hasMessage(
              "line 2: validation error for value: must be the value of a key named " + kind);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"own episode", "beside episode"})
  void an_open_episode_besides_others_moves(String kind) throws Exception {
    String id = house.service.record(EngineFixture.event("ref", IngestOptions.NONE)).id();
    assertThat(load(exportWith(kind + "0:high", id, id), target).records()).isEqualTo(1);
    byte[] wrong = exportWith(kind + "0:high", "1", id);
    assertThatThrownBy(() -> load(wrong, new InMemoryStore()))
        .hasMessageEndingWith("must be the value of a key named " + kind);
  }

  /** With a key in the place of another one of the same name. */
  private byte[] exportWith(String name, String value, String id) throws Exception {
    Key key = new Key(name.replace("<id>", id), value.replace("<id>", id), id);
    house.store.commit(Changeset.builder().addKey(key).build());
    byte[] export = export(house.store);
    house.store.commit(Changeset.builder().removeKey(key).build());
    return export;
  }

  @ParameterizedTest
  @ValueSource(strings = {"receipt:1", "history"})
  void what_belongs_to_one_store_is_refused(String name) throws Exception {
    house.store.commit(Changeset.builder().addKey(new Key("note:a:1", "{}", null)).build());
    List<String> lines = lines(export(house.store));
    lines.replaceAll(line -> line.replace("note:a:1", name));
    byte[] wrong = resealed(lines);
    assertThatThrownBy(() -> load(wrong, target))
        .isInstanceOf(MoveException.class)
        .hasMessageContaining("validation error for name: must not be that of a key of the store");
  }

  /** No version writes one under this format, and nothing would ever remove it. */
  @ParameterizedTest
  @ValueSource(strings = {"foo:bar", "note", "notes:a:1", ":", "reindex:1"})
  void a_key_of_a_kind_that_nobody_knows_is_refused(String name) throws Exception {
    String id = house.service.record(EngineFixture.event("ref", IngestOptions.NONE)).id();
    byte[] wrong = exportWith(name, "{}", id);
    assertThatThrownBy(() -> load(wrong, target))
        .isInstanceOf(MoveException.class)
        .hasMessage("line 2: validation error for name: must begin with a kind that is known here");
    assertThat(size(target)).isZero();
  }

  /** An export of a store that was not started since reads its words again where it arrives. */
  @Test
  void the_request_to_read_words_again_moves() throws Exception {
    house.store.commit(Changeset.builder().addKey(Key.FORMER_TERMS).build());
    assertThat(load(export(house.store), target).keys()).isEqualTo(1);
  }

  @Test
  void how_far_an_erasure_has_come_stays_where_it_is() throws Exception {
    byte[] before = export(house.store);
    house.store.commit(Changeset.builder().addKey(new Key("erasure:1", "{}", null)).build());
    assertThat(lines(export(house.store))).isEqualTo(lines(before));
    house.store.commit(Changeset.builder().addKey(new Key("note:a:1", "{}", null)).build());
    List<String> lines = lines(export(house.store));
    lines.replaceAll(line -> line.replace("note:a:1", "erasure:1"));
    byte[] wrong = resealed(lines);
    assertThatThrownBy(() -> load(wrong, target))
        .isInstanceOf(MoveException.class)
        .hasMessageContaining("validation error for name: must not begin with erasure:");
    assertThat(size(target)).isZero();
  }

  private static boolean isReceipt(String line) {
    return line.contains("\"name\":\"idempotency:");
  }
}
