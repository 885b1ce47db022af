package dev.membrane.examples.tier4;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.Membrane;
import dev.membrane.MembraneBuilder;
import dev.membrane.Memory;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.embedder.onnx.OnnxEmbedder;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Payload;
import dev.membrane.schema.Relation;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.Embedder;
import dev.membrane.spi.Extractor;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.store.postgres.PostgresConfig;
import dev.membrane.store.postgres.PostgresStore;
import dev.membrane.store.sqlite.SqliteStore;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One session on every tier: the same where a tier adds nothing, and what it promises where it
 * does.
 */
class TiersTest {

  private static final RecordCodec CODEC = new RecordCodec();
  private static final Optional<Extractor> WITHOUT_A_MODEL = Optional.empty();

  private static final String QUESTION = "by which means does she indent lines";

  private static EmbeddedPostgres postgres;

  @TempDir private Path folder;

  @BeforeAll
  static void start() throws IOException {
    postgres = EmbeddedPostgres.builder().setPGStartupWait(Duration.ofMinutes(5)).start();
  }

  @AfterAll
  static void stop() throws IOException {
    postgres.close();
  }

  private SqliteStore sqlite() {
    return SqliteStore.open(folder.resolve("memory.db"));
  }

  private static PostgresStore postgres(String schema) {
    return PostgresStore.open(PostgresConfig.of(Tier4.dsn(postgres) + "?currentSchema=" + schema));
  }

  private static void play(
      MemoryStore opened,
      Optional<Embedder> embedder,
      Optional<Extractor> extractor,
      Consumer<Membrane> looking) {
    try (MemoryStore store = opened) {
      MembraneBuilder builder = Membrane.builder().backgroundJobs(false).store(store);
      extractor.ifPresent(builder::extractor);
      embedder.ifPresent(builder::embedder);
      try (Membrane membrane = builder.build()) {
        Session.play(membrane);
        membrane.maintenance().embed();
        looking.accept(membrane);
      }
    }
  }

  private static List<MemoryRecord> all(Memory membrane) {
    return membrane
        .retrieval()
        .retrieve(
            RetrieveRequest.builder()
                .trust(TrustContext.upTo(Sensitivity.HYPER))
                .limit(1_000)
                .build())
        .records();
  }

  /** What a record says, without what is made anew each time. */
  private static String said(MemoryRecord record) {
    Payload payload = record.payload();
    String content =
        payload instanceof SemanticPayload fact
            ? fact.subject()
                + " "
                + fact.predicate()
                + " "
                + CODEC.write(fact.object())
                + " x"
                + fact.evidence().size()
            : payload instanceof EpisodicPayload trace
                ? trace.outcome() + " " + trace.timeline().size() + " " + trace.toolGraph().size()
                : ((CompetencePayload) payload).skillName()
                    + " "
                    + successes((CompetencePayload) payload);
    return String.join(
        " | ",
        record.type().wireName(),
        String.valueOf(record.scope()),
        record.sensitivity().wireName(),
        String.valueOf(record.confidence()),
        record.provenance().createdBy(),
        content);
  }

  private static String successes(CompetencePayload skill) {
    return skill.performance() == null ? "" : "x" + skill.performance().successCount();
  }

  private static List<String> said(Memory membrane) {
    return all(membrane).stream().map(TiersTest::said).sorted().toList();
  }

  private static Stream<MemoryRecord> extras(Memory membrane) {
    return all(membrane).stream()
        .filter(
            record -> record.provenance().createdBy().equals("consolidation/semantic-extractor"));
  }

  private static boolean answersByMeaning(Memory membrane) {
    return membrane
        .retrieval()
        .retrieve(
            RetrieveRequest.builder()
                .trust(TrustContext.upTo(Sensitivity.HYPER))
                .taskDescriptor(QUESTION)
                .explain(true)
                .build())
        .entries()
        .toString()
        .contains("vector");
  }

  @Test
  void every_tier_remembers_the_same_and_adds_what_it_promises() throws IOException {
    List<List<String>> told = new ArrayList<>();
    play(
        sqlite(),
        Optional.empty(),
        WITHOUT_A_MODEL,
        membrane -> {
          told.add(said(membrane));
          assertThat(answersByMeaning(membrane)).isFalse();
        });
    List<String> first = told.get(0);
    assertThat(first).hasSize(1 + 3 + 3 + 1);
    play(
        postgres("tier2"),
        Optional.empty(),
        WITHOUT_A_MODEL,
        membrane -> {
          assertThat(said(membrane)).isEqualTo(first);
          assertThat(answersByMeaning(membrane)).isFalse();
        });
    try (Embedder embedder = new OnnxEmbedder();
        ScriptedModel model = new ScriptedModel()) {
      play(
          postgres("tier3"),
          Optional.of(embedder),
          WITHOUT_A_MODEL,
          membrane -> {
            assertThat(said(membrane)).isEqualTo(first);
            assertThat(answersByMeaning(membrane)).isTrue();
          });
      play(
          postgres("tier4"),
          Optional.of(embedder),
          Optional.of(Tier4.extractor(model)),
          membrane -> {
            assertThat(said(membrane)).containsAll(first).hasSize(first.size() + 3);
            assertThat(answersByMeaning(membrane)).isTrue();
            assertThat(extras(membrane).map(TiersTest::fact))
                .containsExactlyInAnyOrder(
                    "Ann prefers \"tabs\"", "Ann prefers \"spaces\"", "Ben prefers \"spaces\"");
            assertThat(extras(membrane).filter(TiersTest::isContradicted).map(TiersTest::fact))
                .containsExactlyInAnyOrder("Ann prefers \"tabs\"", "Ann prefers \"spaces\"");
          });
    }
  }

  private static String fact(MemoryRecord record) {
    SemanticPayload fact = (SemanticPayload) record.payload();
    return fact.subject() + " " + fact.predicate() + " " + CODEC.write(fact.object());
  }

  private static boolean isContradicted(MemoryRecord record) {
    return record.relations().stream().map(Relation::predicate).anyMatch("contradicts"::equals);
  }
}
