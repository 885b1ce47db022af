package dev.membrane.internal.skill;

import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.PlanGraphPayload;
import java.util.List;

/**
 * What a procedure tells its reader, without the values of the one who used it.
 *
 * @param title plain text
 * @param tools those that it calls, plain text
 * @param areInSequence whether each of the tools is called after the one before it
 * @param signals what speaks for its use, plain text
 * @param conditions Markdown
 * @param steps Markdown
 * @param options Markdown
 * @param failures Markdown
 */
record Guide(
    String title,
    List<String> tools,
    boolean areInSequence,
    List<String> signals,
    List<String> conditions,
    List<String> steps,
    List<String> options,
    List<String> failures) {

  /** That of a competence or plan graph. */
  static Guide of(MemoryRecord record, LateFailures late, CallExamples examples) {
    return record.payload() instanceof PlanGraphPayload plan
        ? new PlanGuide(plan, examples).read(late)
        : new CompetenceGuide((CompetencePayload) record.payload(), examples).read(late);
  }
}
