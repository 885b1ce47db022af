package dev.membrane.internal.consolidate.procedure;

import dev.membrane.internal.consolidate.NoteChange;
import dev.membrane.internal.consolidate.procedure.Tally.Texts;
import dev.membrane.internal.episode.RunGroups;
import dev.membrane.internal.text.Masks;
import dev.membrane.internal.text.VaryingValues;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.Payload;
import dev.membrane.spi.Episode;
import dev.membrane.spi.Notebook.Knowledge;
import dev.membrane.spi.Stage.LessonCodec;
import java.util.List;
import java.util.Optional;

/**
 * Makes a skill from a set of tools that led to success together at least twice. Every later run
 * with the same tools changes its counts, failures included.
 */
public final class CompetenceStage extends ProcedureStage<CompetenceLesson> {

  /** The name of the stage. */
  public static final String NAME = "competence";

  private static final String PREFIX = "skill:";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public LessonCodec<CompetenceLesson> codec() {
    return CompetenceLesson.CODEC;
  }

  @Override
  public Optional<CompetenceLesson> lesson(Episode episode) {
    ToolRun run = new ToolRun(episode);
    return run.hasEnded()
        ? Optional.of(new CompetenceLesson(run.lesson(), run.signals()))
        : Optional.empty();
  }

  @Override
  Run runOf(CompetenceLesson lesson) {
    return lesson.run();
  }

  /** The kind is the tools sorted, repeated ones repeated. */
  @Override
  String kindOf(CompetenceLesson lesson) {
    return lesson.run().signature();
  }

  @Override
  Optional<String> kindOf(Payload procedure) {
    return procedure instanceof CompetencePayload skill && skill.skillName().startsWith(PREFIX)
        ? Optional.of(skill.skillName().substring(PREFIX.length()))
        : Optional.empty();
  }

  @Override
  String groupOf(CompetenceLesson lesson) {
    return RunGroups.ofSignature(lesson.run().signature());
  }

  @Override
  void count(CompetenceLesson lesson, int sign, Tally tally) {
    tally.addModes(lesson.run(), sign);
    if (lesson.run().isSuccess()) {
      TextCounts signals = tally.texts(Texts.SIGNALS);
      VaryingValues own = tally.arguments().crowdedOut(lesson.run());
      lesson
          .signals()
          .forEach(text -> signals.count(own.maskedInTask(text), sign, lesson.run().began()));
    }
  }

  @Override
  boolean isWorthwhile(Tally tally) {
    return tally.successes() >= Skill.LEAST_SUCCESSES;
  }

  @Override
  boolean isRecurrence(NoteChange<CompetenceLesson> change) {
    return change.turnsTo(lesson -> lesson.run().isSuccess());
  }

  private static List<String> signals(Tally tally) {
    VaryingValues varying = tally.arguments().varying();
    return tally.texts(Texts.SIGNALS).best().stream()
        .map(varying::maskedInTask)
        .filter(Masks::leaveWords)
        .distinct()
        .toList();
  }

  @Override
  Knowledge knowledge(String signature, Tally tally) {
    return Skill.named(PREFIX + signature)
        .triggeredBy(signals(tally))
        .inOrder(tally.order())
        .toKnowledge(tally);
  }
}
