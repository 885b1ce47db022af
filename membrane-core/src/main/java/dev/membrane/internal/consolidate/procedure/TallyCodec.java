package dev.membrane.internal.consolidate.procedure;

import dev.membrane.internal.consolidate.StoredFields;
import dev.membrane.internal.consolidate.procedure.LatestRuns.RunUse;
import dev.membrane.internal.consolidate.procedure.Run.RunEnd;
import dev.membrane.internal.consolidate.procedure.Surroundings.OutcomeCounts;
import dev.membrane.internal.consolidate.procedure.Tally.Sums;
import dev.membrane.internal.consolidate.procedure.Tally.Texts;
import dev.membrane.internal.consolidate.procedure.Tally.Things;
import dev.membrane.internal.consolidate.procedure.TextCounts.Seen;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How a tally is stored: as the JSON of a note. */
final class TallyCodec {

  private static final String RUNS = "runs";
  private static final String SUCCESSES = "successes";
  private static final String FAILURES = "failures";
  private static final String LATENCY_SUM = "latency_sum";
  private static final String LATENCY_COUNT = "latency_count";
  private static final String CONFIDENCE = "confidence";
  private static final String LATEST = "latest";
  private static final String AROUND = "around";
  private static final String VALUES = "values";
  private static final String AT = "at";
  private static final String ID = "id";
  private static final String END = "end";
  private static final String SUCCEEDED = "s";
  private static final String FAILED = "f";
  private static final String TIMES = "n";
  private static final String FIRST = "first";

  /** The prefix of the name of an argument. Other counts of a call have names of their own. */
  private static final String ARGUMENT = ".";

  private static final String SAID = "said";

  JsonObject write(Tally tally) {
    Sums sums = tally.sums();
    StoredFields note =
        StoredFields.none()
            .putCount(RUNS, sums.runs())
            .putCount(SUCCESSES, sums.successes())
            .putCount(FAILURES, sums.failures())
            .putCount(LATENCY_SUM, sums.latency())
            .putCount(LATENCY_COUNT, sums.timed())
            .put(CONFIDENCE, sums.confidence())
            .put(StoredFields.RECORD, tally.record().orElse(null))
            .putFields(AROUND, surroundings(tally.surroundings()))
            .putFields(VALUES, arguments(tally.arguments()));
    List<JsonObject> latest = tally.latest().all().stream().map(TallyCodec::writeUse).toList();
    note.put(LATEST, latest.isEmpty() ? null : latest);
    for (Texts kind : Texts.values()) {
      note.putFields(nameOf(kind), texts(tally.texts(kind)));
    }
    for (Things kind : Things.values()) {
      note.putFields(nameOf(kind), counts(tally.things(kind)));
    }
    return note.toJson();
  }

  /** The name of a kind of texts or things in notes. */
  static String nameOf(Enum<?> kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  static JsonObject writeUse(RunUse use) {
    return StoredFields.none()
        .put(AT, use.at())
        .put(ID, use.episodeId())
        .put(END, use.end().letter())
        .toJson();
  }

  private static StoredFields surroundings(Surroundings around) {
    StoredFields names = StoredFields.none();
    around
        .all()
        .forEach(
            (name, values) -> {
              StoredFields ends = StoredFields.none();
              values.forEach(
                  (value, end) ->
                      ends.putFields(
                          value,
                          StoredFields.none()
                              .putCount(SUCCEEDED, end.successes())
                              .putCount(FAILED, end.failures())));
              names.putFields(name, ends);
            });
    return names;
  }

  private static StoredFields arguments(CallArguments arguments) {
    StoredFields calls = StoredFields.none();
    arguments
        .all()
        .forEach(
            (name, call) -> {
              StoredFields values = StoredFields.none().putCount("", call.times());
              values.putFields(SAID, counts(call.said()));
              call.values()
                  .forEach((argument, seen) -> values.putFields(ARGUMENT + argument, counts(seen)));
              calls.putFields(name, values);
            });
    return calls;
  }

  private static StoredFields texts(TextCounts texts) {
    StoredFields all = StoredFields.none();
    texts
        .all()
        .forEach(
            (text, seen) ->
                all.putFields(
                    text,
                    StoredFields.none().putCount(TIMES, seen.times()).put(FIRST, seen.first())));
    return all;
  }

  private static StoredFields counts(Frequencies counts) {
    StoredFields all = StoredFields.none();
    counts.all().forEach(all::putCount);
    return all;
  }

  Tally read(JsonObject stored) {
    StoredFields note = StoredFields.of(stored);
    Tally tally =
        new Tally(
            new Sums(
                note.count(RUNS),
                note.count(SUCCESSES),
                note.count(FAILURES),
                note.count(LATENCY_SUM),
                note.count(LATENCY_COUNT),
                note.number(CONFIDENCE)),
            uses(note));
    tally.setRecord(note.optionalText(StoredFields.RECORD).orElse(null));
    readSurroundings(note.fields(AROUND), tally.surroundings());
    readArguments(note.fields(VALUES), tally.arguments());
    for (Texts kind : Texts.values()) {
      note.fields(nameOf(kind)).each((text, seen) -> tally.texts(kind).put(text, seen(seen)));
    }
    for (Things kind : Things.values()) {
      readCounts(note.fields(nameOf(kind)), tally.things(kind));
    }
    return tally;
  }

  private static List<RunUse> uses(StoredFields note) {
    List<RunUse> uses = new ArrayList<>();
    for (JsonValue item : note.list(LATEST)) {
      uses.add(readUse(StoredFields.of((JsonObject) item)));
    }
    return uses;
  }

  static RunUse readUse(StoredFields use) {
    return new RunUse(Instant.parse(use.text(AT)), use.text(ID), RunEnd.of(use.text(END)));
  }

  private static void readSurroundings(StoredFields names, Surroundings around) {
    names.each(
        (name, values) ->
            values.each(
                (value, ends) ->
                    around.put(
                        name,
                        value,
                        new OutcomeCounts(ends.count(SUCCEEDED), ends.count(FAILED)))));
  }

  private static void readArguments(StoredFields calls, CallArguments arguments) {
    calls.each(
        (name, values) -> {
          CountedCall call = arguments.call(name);
          call.add(values.count(""));
          readCounts(values.fields(SAID), call.said());
          values.each(
              (argument, seen) -> {
                if (argument.startsWith(ARGUMENT)) {
                  String own = argument.substring(ARGUMENT.length());
                  seen.byName(StoredFields::count).forEach((value, n) -> call.add(own, value, n));
                }
              });
        });
  }

  private static Seen seen(StoredFields seen) {
    return new Seen(seen.count(TIMES), Instant.parse(seen.text(FIRST)));
  }

  private static void readCounts(StoredFields stored, Frequencies counts) {
    stored.byName(StoredFields::count).forEach(counts::add);
  }
}
