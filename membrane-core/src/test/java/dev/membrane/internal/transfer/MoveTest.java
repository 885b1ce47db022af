package dev.membrane.internal.transfer;

import static dev.membrane.internal.transfer.Exports.check;
import static dev.membrane.internal.transfer.Exports.export;
import static dev.membrane.internal.transfer.Exports.join;
import static dev.membrane.internal.transfer.Exports.lines;
import static dev.membrane.internal.transfer.Exports.load;
import static dev.membrane.internal.transfer.Exports.remember;
import static dev.membrane.internal.transfer.Exports.resealed;
import static dev.membrane.internal.transfer.Exports.size;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.Caller;
import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.ObservationRequest;
import dev.membrane.internal.EngineFixture;
import dev.membrane.internal.change.ChangeReason;
import dev.membrane.internal.keys.HistoryKey;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.Validity;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.KeptRun;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.search.Terms;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import dev.membrane.spi.store.Contents;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreReader;
import dev.membrane.spi.store.StoredRecord.Anchor;
import dev.membrane.store.memory.InMemoryStore;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is written, and what is refused. */
class MoveTest {

  private static final String RUN = "01972b5c-ee7b-7269-9d2a-3e39043284c7";
  private static final Map<String, Integer> WORDS = Map.of("apple", 2, "pear", 1);

  private final EngineFixture house = new EngineFixture();
  private final MemoryStore target = new InMemoryStore();

  @Test
  void nothing_moves_as_two_lines() throws Exception {
    byte[] export = export(house.store);
    assertThat(lines(export)).hasSize(2);
    assertThat(check(export)).isEqualTo(2);
    assertThat(load(export, target)).isEqualTo(Moved.NOTHING);
  }

  /** Else nobody could ask any more what was known before. */
  @Test
  void the_known_past_ends_with_what_is_brought_and_not_with_an_import_of_nothing()
      throws Exception {
    remember(house, 3);
    byte[] export = export(house.store);
    load(export, target);
    target.commit(Changeset.builder().addKey(HistoryKey.since(EngineFixture.NOON)).build());

    load(export, target);
    assertThat(target.find(List.of(HistoryKey.NAME))).hasSize(1);

    house.decay.reinforce(
        target.auditLogs("", 1).get(0).id(), ChangeReason.of("a", ""), Caller.ANONYMOUS);
    byte[] other = export(house.store);
    assertThatThrownBy(() -> load(other, target)).isInstanceOf(MoveException.class);
    assertThat(target.find(List.of(HistoryKey.NAME))).hasSize(1);

    MemoryStore anew = new InMemoryStore();
    anew.commit(Changeset.builder().addKey(HistoryKey.since(EngineFixture.NOON)).build());
    load(other, anew, 1);
    assertThat(anew.find(List.of(HistoryKey.NAME))).isEmpty();
  }

  @Test
  void every_character_that_a_record_may_hold_arrives() throws Exception {
    List<String> texts = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    for (int c = 1; c <= Character.MAX_CODE_POINT; c++) {
      if (c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE) {
        text.appendCodePoint(c);
      }
      if (text.length() > 30_000 || c == Character.MAX_CODE_POINT) {
        texts.add(text.toString());
        text.setLength(0);
      }
    }
    for (String part : texts) {
      var unused =
          house.service.record(
              EventRequest.builder()
                  .source("agent")
                  .eventKind("note")
                  .ref("ref")
                  .summary(part)
                  .options(IngestOptions.NONE.scope("here"))
                  .build());
    }
    byte[] export = export(house.store);
    assertThat(load(export, target).records()).isEqualTo(texts.size());
    assertThat(target.auditLogs("", 1_000)).isEqualTo(house.store.auditLogs("", 1_000));
    assertThat(export(target)).isEqualTo(export);
  }

  @Test
  void what_callers_may_not_send_today_moves_as_it_is() throws Exception {
    MemoryRecord sent =
        EngineFixture.full(
            house.service.record(
                ObservationRequest.builder().source("s").subject("a").predicate("b").build()));
    SemanticPayload payload =
        new SemanticPayload(
            "\u3000",
            "b",
            new JsonNumber("7".repeat(5_000)),
            Validity.global(),
            List.of(),
            null,
            null);
    MemoryRecord old =
        sent.toBuilder()
            .id("99999999-0000-7000-8000-000000000000")
            .scope("a\u200be\u0301")
            .payload(payload)
            .build();
    AuditLink link = new AuditLink(old.auditLog().get(0), "", "", "", "");
    Anchor anchor = new Anchor(1, old.createdAt());
    house.store.commit(
        Changeset.builder()
            .change(new Change.Insert(old, anchor, Terms.NONE, List.of(link)))
            .build());
    house.decay.reinforce(old.id(), ChangeReason.of("a", ""), Caller.ANONYMOUS);

    byte[] export = export(house.store);
    assertThat(load(export, target).records()).isEqualTo(2);
    assertThat(export(target)).isEqualTo(export);
    MemoryRecord moved = target.get(List.of(old.id())).get(0).record();
    assertThat(moved.payload()).isEqualTo(payload);
    assertThat(moved.scope()).isEqualTo("a\u200be\u0301");
  }

  @Test
  void a_damaged_line_is_named_by_its_number_whichever_byte_it_is() throws Exception {
    remember(house, 3);
    byte[] export = export(house.store);
    int second = new String(export, StandardCharsets.UTF_8).indexOf('\n') + 1;
    int third = new String(export, StandardCharsets.UTF_8).indexOf('\n', second) + 1;
    for (int at = second; at < third - 1; at += 7) {
      byte[] damaged = export.clone();
      damaged[at] ^= 1;
      assertThatThrownBy(() -> check(damaged))
          .isInstanceOf(MoveException.class)
          .hasMessageStartingWith("line 2 is damaged");
    }
  }

  @Test
  void a_truncated_export_is_told_wherever_it_ends() throws Exception {
    remember(house, 2);
    byte[] export = export(house.store);
    for (int length = 1; length < export.length; length += 11) {
      byte[] cut = Arrays.copyOf(export, length);
      assertThatThrownBy(() -> check(cut))
          .isInstanceOf(MoveException.class)
          .hasMessageContaining("is cut off");
    }
    byte[] whole = join(lines(export).subList(0, 3));
    assertThatThrownBy(() -> check(whole))
        .hasMessage("is cut off after line 3: the last line is missing");
    assertThatThrownBy(() -> check(new byte[0])).hasMessage("is empty");
  }

  @Test
  void a_line_that_was_taken_away_put_in_or_moved_is_noticed() throws Exception {
    remember(house, 3);
    List<String> lines = lines(export(house.store));
    List<String> fewer = new ArrayList<>(lines);
    fewer.remove(2);
    List<String> more = new ArrayList<>(lines);
    more.add(2, lines.get(1));
    List<String> swapped = new ArrayList<>(lines);
    swapped.set(1, lines.get(2));
    swapped.set(2, lines.get(1));
    for (List<String> wrong : List.of(fewer, more, swapped)) {
      assertThatThrownBy(() -> check(join(wrong))).hasMessageContaining("is the end of another");
    }
    lines.add(lines.get(1));
    assertThatThrownBy(() -> check(join(lines))).hasMessage("line 6 follows the end");
  }

  @Test
  void what_is_no_export_and_what_a_later_version_wrote_are_told_apart() throws Exception {
    List<String> lines = lines(export(house.store));
    assertThatThrownBy(() -> check("{\"id\": 1}\n".getBytes(StandardCharsets.UTF_8)))
        .hasMessage("is no export of Membrane");
    lines.set(0, lines.get(0).replace("\"version\":1", "\"version\":2"));
    byte[] later = resealed(lines);
    assertThatThrownBy(() -> check(later))
        .hasMessage("is an export of format 2, written by Membrane 1.2.3; this one reads format 1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"confidence\":[0-9.]+ | \"confidence\":7 | confidence: must be between 0 and 1",
        "\"actor\":\"[^\"]+\" | \"actor\":\"\" | audit_log[0].actor: must not be empty",
        "\"scope\":\"here\" | \"scope\":\"\\\\u0000\" | scope: must not contain NUL",
        "\"stored\": | \"stores\": | stored: is required",
        "\"version\":1 | \"version\":0 | stored.version: must be between 1",
        "\"version\":1 | \"version\":9223372036854775807 | stored.version: must be between 1",
        "\"anchored_at\":\"[^\"]+\" | \"anchored_at\":\"soon\" | invalid timestamp: \"soon\"",
        "\"anchored_at\":\"[^\"]+\" | \"anchored_at\":\"9999-12-31T23:59:59Z\" "
            + "| stored.anchored_at: is too far in the future",
        "\"created_at\":\"[^\"]+\" | \"created_at\":\"9999-12-31T23:59:59Z\" "
            + "| created_at: is too far in the future",
        "\"links\":\\[\\{.*?}] | \"links\":[] | stored.links: must be as many as",
        "\"attempts\":0 | \"attempts\":\"0\" | attempts: must be an integer",
        "\"line\":\"record\" | \"line\":\"rocket\" | line: must be record, tombstone"
      })
  void a_line_that_says_what_cannot_be_is_named_with_its_field(
      String pattern, String replacement, String message) throws Exception {
    remember(house, 3);
    List<String> lines = lines(export(house.store));
    lines.set(2, lines.get(2).replaceFirst(pattern, replacement));
    byte[] wrong = resealed(lines);
    assertThat(check(wrong)).isEqualTo(5);
    assertThatThrownBy(() -> load(wrong, target))
        .isInstanceOf(MoveException.class)
        .hasMessageStartingWith("line 3: ")
        .hasMessageContaining(message);
    assertThat(size(target)).isZero();
  }

  @Test
  void kept_runs_move_and_again_change_nothing() throws Exception {
    house.store.commit(Changeset.builder().keepRun(run("here")).build());
    byte[] export = export(house.store);
    assertThat(load(export, target).runs()).isEqualTo(1);
    assertThat(export(target)).isEqualTo(export);
    assertThat(load(export, target)).isEqualTo(Moved.KNOWN);
    assertThat(export(target)).isEqualTo(export);
  }

  /** When it was, a caller has told. */
  @Test
  void a_run_of_the_future_moves() throws Exception {
    KeptRun late = run("here", Instant.parse("9999-12-31T00:00:00Z"));
    house.store.commit(Changeset.builder().keepRun(late).build());
    assertThat(load(export(house.store), target).runs()).isEqualTo(1);
    assertThat(target.keptRunsOf(List.of(RUN))).containsExactly(late);
  }

  @Test
  void a_run_that_was_kept_otherwise_stops_the_import() throws Exception {
    house.store.commit(Changeset.builder().keepRun(run("here")).build());
    target.commit(Changeset.builder().keepRun(run("there")).build());
    byte[] export = export(house.store);
    assertThatThrownBy(() -> load(export, target))
        .hasMessage("line 2: run " + RUN + " is in the store already, but not as in this line");
    assertThat(target.keptRunsOf(List.of(RUN))).containsExactly(run("there"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"id\":\"\\w+ | \"id\":\"X | id: must be a UUID",
        "\"here\" | 7 | scope: must be a string",
        "\"low\" | \"lower\" | sensitivity",
        "\"at\":\"2 | \"at\":\"x | in at",
        "\"words\":\\{ | \"word\":{ | words: is required",
        "\"apple\":2 | \"apple\":0 | words.apple: must be between 1",
        "\"apple\":2 | \"apple\":2147483647 | words.apple: must be between 1",
        "\"apple\":2 | \"apple\":1073741824 | words.pear: must be between 1",
        "\"apple\":2 | \"an apple\":2 | words: must be words without blanks",
        "\"a tool\":1 | \"a tool\":\"1\" | tools.a tool: must be an integer",
        "\"group\" | 7 | groups: must be an array of strings",
        "\"group\" | \"a group\" | groups: must be words without blanks"
      })
  void a_run_that_cannot_be_is_named_with_its_field(
      String pattern, String replacement, String message) throws Exception {
    house.store.commit(Changeset.builder().keepRun(run("here")).build());
    List<String> lines = lines(export(house.store));
    lines.set(1, lines.get(1).replaceFirst(pattern, replacement));
    byte[] wrong = resealed(lines);
    assertThatThrownBy(() -> load(wrong, target))
        .isInstanceOf(MoveException.class)
        .hasMessageStartingWith("line 2: ")
        .hasMessageContaining(message);
  }

  private static KeptRun run(String scope) {
    return run(scope, EngineFixture.NOON);
  }

  private static KeptRun run(String scope, Instant at) {
    return new KeptRun(
        RUN, scope, Sensitivity.LOW, at, WORDS, Map.of("a tool", 1), List.of("group"));
  }

  @Test
  void what_is_there_but_differs_stops_the_import() throws Exception {
    remember(house, 2);
    List<String> ids = house.store.auditLogs("", 9).stream().map(trail -> trail.id()).toList();
    byte[] before = export(house.store);
    assertThat(load(before, target).records()).isEqualTo(2);
    house.delete(ids.get(1));
    byte[] after = export(house.store);
    String line = ": record " + ids.get(1) + " is in the store already, but not as in this line";
    assertThatThrownBy(() -> load(after, target)).hasMessage("line 3" + line);

    MemoryStore other = new InMemoryStore();
    assertThat(load(after, other).tombstones()).isEqualTo(1);
    assertThatThrownBy(() -> load(before, other)).hasMessage("line 3" + line);
    assertThat(size(other)).isEqualTo(2);
  }

  @Test
  void a_key_that_somebody_else_has_stops_the_import() throws Exception {
    IngestOptions run = EngineFixture.episode("run").scope("here");
    var unused = house.service.record(EngineFixture.event("ref", run));
    Key free = new Key("quota:0:1", "1,1", null);
    house.store.commit(Changeset.builder().addKey(free).build());
    byte[] export = export(house.store);
    target.commit(Changeset.builder().addKey(new Key("quota:0:1", "2,2", null)).build());
    assertThatThrownBy(() -> load(export, target))
        .hasMessageStartingWith("line 3: key quota:0:1 is in the store already");
    assertThat(size(target)).isZero();

    EngineFixture rival = new EngineFixture();
    var unused2 =
        rival.service.record(EngineFixture.event("other", IngestOptions.NONE.scope("here")));
    var unused3 = rival.service.record(EngineFixture.event("other", run));
    rival.delete(rival.store.auditLogs("", 1).get(0).id());
    List<String> lines = lines(export);
    lines.set(1, lines.get(1).replaceAll("00000001-0000", "00000009-0000"));
    byte[] renamed = resealed(lines);
    assertThatThrownBy(() -> load(renamed, rival.store))
        .hasMessageStartingWith("line 2: key episode:");
  }

  @Test
  void a_store_that_cannot_tell_is_refused() {
    StoreReader mute =
        new ForwardingStore(target) {
          @Override
          public Optional<Contents> contents() {
            return Optional.empty();
          }

          @Override
          public String toString() {
            return "mute";
          }
        };
    assertThatThrownBy(() -> export(mute)).hasMessage("mute cannot tell all that it holds");
  }

  @Test
  void progress_is_told_of_what_there_is() throws Exception {
    remember(house, 1_200);
    List<String> told = new ArrayList<>();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    var unused =
        new Exporter(house.store, false, (done, all) -> told.add(done + "/" + all))
            .write(out, "1", EngineFixture.NOON);
    assertThat(told).isEqualTo(IntStream.rangeClosed(1, 1_200).mapToObj(i -> i + "/1200").toList());
    told.clear();
    var unused2 =
        new Importer(target, (done, all) -> told.add(done + "/" + all), 1_000)
            .load(new ByteArrayInputStream(out.toByteArray()), 1_202);
    assertThat(told).containsExactly("1001/1202", "1202/1202");
  }
}
