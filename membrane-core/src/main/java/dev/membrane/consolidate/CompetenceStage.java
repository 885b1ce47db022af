package dev.membrane.consolidate;

import dev.membrane.schema.JsonObject;
import dev.membrane.spi.Episode;
import dev.membrane.spi.Knowledge;
import java.util.Map;

/**
 * Makes a skill of tools that led to success together at least twice. Its counts follow every later
 * run with the same tools, failures included.
 */
public final class CompetenceStage extends ProcedureStage {

  /** The name of the stage. */
  public static final String NAME = "competence";

  private static final String SIGNALS = "signals";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public JsonObject lesson(Episode episode) {
    ToolRun run = new ToolRun(episode);
    return run.hasEnded()
        ? run.lesson().put(SIGNALS, run.signals()).toJson()
        : new JsonObject(Map.of());
  }

  /** The tools sorted, repeated ones repeated. */
  @Override
  String kindOf(Fields lesson) {
    return ToolRun.signature(lesson);
  }

  @Override
  void count(Fields run, int sign, Tally tally) {
    String began = run.text(ToolRun.BEGAN);
    if (run.truth(ToolRun.SUCCESS)) {
      run.texts(SIGNALS).forEach(text -> tally.count(SIGNALS, text, sign, began));
    }
    run.texts(ToolRun.MODES).forEach(text -> tally.count(ToolRun.MODES, text, sign, began));
  }

  @Override
  boolean isWorthwhile(Tally tally) {
    return tally.successes() >= Skill.LEAST_SUCCESSES;
  }

  @Override
  boolean isRecurrence(Shift shift) {
    return shift.turnsTo(ToolRun.SUCCESS);
  }

  @Override
  Knowledge knowledge(String signature, Tally tally) {
    return Skill.named("skill:" + signature)
        .triggeredBy(tally.texts(SIGNALS))
        .inOrder(tally.order())
        .toKnowledge(tally);
  }
}
