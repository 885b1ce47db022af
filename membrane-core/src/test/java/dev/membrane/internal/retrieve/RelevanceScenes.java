package dev.membrane.internal.retrieve;

import static dev.membrane.internal.retrieve.Remembered.NOW;

import dev.membrane.RetrieveAnswer;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.Provenance;
import dev.membrane.schema.ProvenanceKind;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.schema.json.RecordCodec;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

/** Records of which some are nearer to a question than others. */
abstract class RelevanceScenes {

  static final RecordCodec CODEC = new RecordCodec();

  final Remembered memory = new Remembered();

  int facts;

  String at(Instant at, String kind, String summary) {
    return memory.add(
        EpisodicPayload.of(List.of(new TimelineEvent(at, kind, "e", summary)), List.of()));
  }

  /** Far enough from all others to stand in no window of theirs. */
  String alone(String kind, String summary) {
    return at(NOW.minus(Duration.ofDays(400)), kind, summary);
  }

  String first(String task) {
    return memory.idsFor(ask -> ask.taskDescriptor(task).limit(1)).get(0);
  }

  /** Of another sitting than all others, and of another day than the twelfth. */
  String fact(String subject, String object) {
    return fact(subject, object, NOW.minus(Duration.ofDays(++facts)));
  }

  /** From a source of its own: facts of one source lend each other words. */
  String fact(String subject, String object, Instant created) {
    ProvenanceSource source =
        new ProvenanceSource(ProvenanceKind.OBSERVATION, subject, null, null, null);
    return memory.add(
        Remembered.fact(subject, object),
        it -> it.createdAt(created).provenance(new Provenance(List.of(source), null)));
  }

  List<String> matching(String task) {
    return memory.idsFor(ask -> ask.taskDescriptor(task).matchingOnly(true));
  }

  List<String> gaining(String task, String part, double by) {
    RetrieveAnswer answer = memory.ask(ask -> ask.taskDescriptor(task).explain(true));
    List<String> ids = Remembered.ids(answer);
    return IntStream.range(0, ids.size())
        .filter(
            i ->
                CODEC
                    .write(answer.entries().get(i).explanation())
                    .contains("\"" + part + "\":" + by))
        .mapToObj(ids::get)
        .toList();
  }
}
