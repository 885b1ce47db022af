package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;

/** What became of what a file holds, counted. Not thread-safe. */
final class ImportReport {

  /** What cannot relate to a record here. */
  static final String RELATIONS_LEFT =
      "relations to records that are not there, refused, or in a circle";

  private final boolean isDryRun;
  private final Map<String, Long> taken = new TreeMap<>();
  private final ImportNotes notes = new ImportNotes();
  private final ImportNotes earlier = new ImportNotes();
  private final Map<String, Long> refused = new TreeMap<>();
  private long known;

  ImportReport(boolean isDryRun) {
    this.isDryRun = isDryRun;
  }

  /** A record was taken, of which there are notes. Those of other records do not count. */
  void took(String type, ImportNotes about) {
    taken.merge(type, 1L, Long::sum);
    about.moveTo(notes);
  }

  /**
   * A record had been taken before, by an earlier run or of the same file, of which there are notes
   * that count apart.
   */
  void knew(ImportNotes about) {
    known++;
    about.moveTo(earlier);
  }

  /** Something that is no part of a record stays behind, since there is no place for it here. */
  void left(String what) {
    notes.left(what);
  }

  /** A record was refused. */
  void refused(String why) {
    refused.merge(why, 1L, Long::sum);
  }

  /** How many records were taken. */
  long taken() {
    return taken.values().stream().mapToLong(it -> it).sum();
  }

  long total() {
    return known + taken();
  }

  JsonNode toJson() {
    ObjectNode json = JsonText.object().put("dry_run", isDryRun);
    put(json.putObject("taken"), taken);
    json.put("there_already", known);
    put(json.putObject("earlier"), earlier);
    put(json, notes);
    put(json.putObject("refused"), refused);
    return json;
  }

  private static void put(ObjectNode json, ImportNotes some) {
    put(json.putObject("changed"), some.changed());
    put(json.putObject("left"), some.left());
  }

  private static void put(ObjectNode json, Map<String, Long> counts) {
    counts.forEach(json::put);
  }

  /** The same for a reader. */
  static String text(JsonNode report) {
    boolean isDryRun = report.path("dry_run").asBoolean();
    StringJoiner lines = new StringJoiner(System.lineSeparator());
    lines.add((isDryRun ? "would take: " : "taken: ") + counts(report.path("taken")));
    long known = report.path("there_already").asLong();
    if (!isDryRun) {
      lines.add("there already: " + known + (known > 0 ? ", with what the file repeats" : ""));
      addEarlier(lines, report.path("earlier"));
    } else if (known > 0) {
      lines.add("repeated in the file: " + known);
    }
    lines.add("changed: " + counts(report.path("changed")));
    lines.add("left: " + counts(report.path("left")));
    if (!report.path("refused").isEmpty()) {
      lines.add("refused: " + counts(report.path("refused")));
    }
    return lines.toString();
  }

  private static void addEarlier(StringJoiner lines, JsonNode earlier) {
    for (String what : List.of("changed", "left")) {
      if (!earlier.path(what).isEmpty()) {
        lines.add("of those there already, " + what + ": " + counts(earlier.path(what)));
      }
    }
  }

  private static String counts(JsonNode counts) {
    StringJoiner all = new StringJoiner("; ");
    counts
        .properties()
        .forEach(it -> all.add(it.getValue().asLong() + " " + TerminalText.of(it.getKey())));
    return all.length() == 0 ? "nothing" : all.toString();
  }
}
