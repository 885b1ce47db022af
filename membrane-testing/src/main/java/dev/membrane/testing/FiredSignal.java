package dev.membrane.testing;

import dev.membrane.RetrieveAnswer;
import dev.membrane.RetrieveAnswer.AnswerEntry;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** What decided about an order, as its explanation says. */
enum FiredSignal {
  /** A record was near by its vector. */
  VECTOR,
  /** It happened when the question says. */
  DATE,
  /** It is a run that ended as the question says. */
  RUN_OUTCOME,
  /** The one whom the question names said it. */
  SPEAKER,
  /** It says when something was. */
  TIME_EXPRESSION,
  /** The words of a neighbour counted. */
  NEIGHBOUR,
  /** What stands around it counted. */
  WINDOW,
  /** It counted less as the assistant's. */
  ASSISTANT,
  /** It is the assistant's and counted in full, since that was asked for. */
  ASSISTANT_ASKED,
  /** A fact that repeats one of its events fits better than itself. */
  EVENT,
  /** A procedure that was learned was compared with the task. */
  LEARNED_PROCEDURE,
  /** How procedures worked so far is known. */
  OUTCOMES,
  /** It is known that a procedure has failed. */
  FAILURES;

  private static final double UNKNOWN_SUCCESS = 0.5;

  /** What decided about the records of an answer. */
  static Set<FiredSignal> in(RetrieveAnswer answer) {
    Set<FiredSignal> fired = EnumSet.noneOf(FiredSignal.class);
    for (AnswerEntry entry : answer.entries()) {
      if (entry.record() instanceof MemoryRecord record && entry.explanation() != null) {
        note(entry.explanation(), record, fired);
      }
    }
    return fired;
  }

  private static void note(JsonObject explanation, MemoryRecord record, Set<FiredSignal> fired) {
    JsonObject relevance = (JsonObject) member(explanation, "relevance");
    for (JsonObject signal : objects(relevance, "signals")) {
      boolean isVector = member(signal, "signal").equals(JsonValue.of("vector"));
      note(VECTOR, isVector && number(signal, "normalised") > 0, fired);
    }
    note(EVENT, number(relevance, "event") > 0, fired);
    note(DATE, number(relevance, "date") > 0, fired);
    note(RUN_OUTCOME, number(relevance, "outcome") > 0, fired);
    note(SPEAKER, number(relevance, "speaker") > 0, fired);
    note(TIME_EXPRESSION, number(relevance, "time_expression") > 0, fired);
    note(WINDOW, number(relevance, "window") > 0, fired);
    note(NEIGHBOUR, !objects(explanation, "neighbours").isEmpty(), fired);
    boolean isRelevant = number(relevance, "normalised") > 0;
    double role = number(relevance, "role");
    note(ASSISTANT, isRelevant && role < 1, fired);
    note(ASSISTANT_ASKED, isRelevant && role == 1 && isAssistants(record), fired);
    if (relevance.members().get("selector") instanceof JsonObject selector) {
      boolean isLearned =
          String.valueOf(record.provenance().createdBy()).startsWith("consolidation/");
      note(LEARNED_PROCEDURE, isLearned && number(selector, "score") > 0, fired);
      note(OUTCOMES, number(selector, "mean_success") != UNKNOWN_SUCCESS, fired);
      note(FAILURES, number(selector, "success_at_best") < 1, fired);
    }
  }

  private static void note(FiredSignal signal, boolean hasFired, Set<FiredSignal> fired) {
    if (hasFired) {
      fired.add(signal);
    }
  }

  private static boolean isAssistants(MemoryRecord record) {
    return record.payload() instanceof EpisodicPayload episode
        && episode.toolGraph().isEmpty()
        && episode.timeline().stream().allMatch(event -> event.eventKind().equals("assistant"));
  }

  private static List<JsonObject> objects(JsonObject of, String name) {
    return of.members().get(name) instanceof JsonArray array
        ? array.items().stream().map(JsonObject.class::cast).toList()
        : List.of();
  }

  private static double number(JsonObject of, String name) {
    return of.members().get(name) instanceof JsonNumber number
        ? Double.parseDouble(number.text())
        : 0;
  }

  private static JsonValue member(JsonObject of, String name) {
    return Objects.requireNonNull(of.members().get(name), name);
  }
}
