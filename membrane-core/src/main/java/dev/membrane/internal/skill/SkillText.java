package dev.membrane.internal.skill;

import dev.membrane.Listing.AgentSkill;
import dev.membrane.internal.episode.KnownRuns;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RevisionState;
import dev.membrane.schema.RevisionStatus;
import dev.membrane.spi.store.MemoryStore;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** Makes skills from records. */
public final class SkillText {

  /** The most entries under one heading; an agent loads the whole file. */
  private static final int MAX = 100;

  private SkillText() {}

  /**
   * The skills of competences and plan graphs.
   *
   * @param tracks how they were used
   * @param runs tells what calls those made that they were learned from
   */
  public static Stream<AgentSkill> of(
      Collection<MemoryRecord> records, TrackRecords tracks, KnownRuns runs, MemoryStore store) {
    Map<String, CallExamples> examples = CallExamples.of(records, runs, store);
    return records.stream()
        .map(
            record ->
                of(
                    record,
                    tracks.uses(record),
                    examples.getOrDefault(record.id(), CallExamples.NONE)));
  }

  static AgentSkill of(MemoryRecord record, Uses uses, CallExamples examples) {
    Guide guide = Guide.of(record, uses.lateFailures(), examples);
    String name = SkillName.of(guide.title(), record.id());
    AgentSkill untold = skill(record, uses, name, Description.of(guide), "");
    String text = FrontMatter.of(untold) + body(guide, warnings(record, uses), uses);
    return skill(record, uses, name, untold.description(), text);
  }

  private static AgentSkill skill(
      MemoryRecord record, Uses uses, String name, String description, String text) {
    return new AgentSkill(
        name,
        description,
        record.id(),
        record.type(),
        record.scope(),
        uses.trials(),
        uses.successes(),
        uses.claimed(),
        uses.lastUsedAt(),
        uses.lastSuccessAt(),
        uses.stoppedWorking(),
        text);
  }

  private static String warnings(MemoryRecord record, Uses uses) {
    RevisionState revision = record.revision();
    boolean isContested = revision != null && revision.status() == RevisionStatus.CONTESTED;
    return (uses.stoppedWorking()
            ? "**This skill stopped working:** of late it did at most half as well as others.\n\n"
            : "")
        + (isContested ? "**This skill is contested:** it may be wrong.\n\n" : "");
  }

  private static String body(Guide guide, String warnings, Uses uses) {
    String title = guide.title().isBlank() ? "Procedure" : guide.title();
    StringBuilder body = new StringBuilder("\n# " + Markdown.text(title) + "\n\n");
    body.append(warnings).append(uses.text()).append('\n');
    add(
        body,
        "When to use",
        guide.signals().stream().map(Markdown::text).toList(),
        SkillText::item);
    add(body, "Conditions", guide.conditions(), SkillText::item);
    add(body, "Steps", guide.steps(), place -> place + 1 + ". ");
    add(body, "Options", guide.options(), SkillText::item);
    add(body, "Failure modes", guide.failures(), SkillText::item);
    return body.toString();
  }

  private static String item(int place) {
    return "- ";
  }

  private static void add(
      StringBuilder body, String heading, List<String> entries, IntFunction<String> mark) {
    if (entries.isEmpty()) {
      return;
    }
    body.append("\n## ").append(heading).append("\n\n");
    for (int i = 0; i < Math.min(MAX, entries.size()); i++) {
      body.append(mark.apply(i)).append(entries.get(i)).append('\n');
    }
    if (entries.size() > MAX) {
      body.append("\nThe record has ").append(entries.size() - MAX).append(" more.\n");
    }
  }
}
