package dev.membrane.internal.skill;

import dev.membrane.internal.text.PersonalData;
import dev.membrane.internal.text.VaryingValues;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.RecipeStep;
import dev.membrane.schema.Trigger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Makes the guide of a competence. */
final class CompetenceGuide {

  /** What learning puts before the names that it makes. */
  private static final Pattern KIND = Pattern.compile("^(?:skill|procedure):");

  private final CompetencePayload skill;
  private final PersonalWords personal;
  private final CallExamples examples;

  CompetenceGuide(CompetencePayload skill, CallExamples examples) {
    this.skill = skill;
    this.personal = new PersonalWords(new VaryingValues(values(skill)));
    this.examples = examples;
  }

  private static Map<String, String> values(CompetencePayload skill) {
    Map<String, String> namesByValue = new TreeMap<>();
    skill.recipe().forEach(step -> Arguments.addDefaults(step.argsSchema(), namesByValue));
    return namesByValue;
  }

  Guide read(LateFailures late) {
    List<String> called = called();
    List<String> tools = called.isEmpty() ? skill.requiredTools() : called;
    return new Guide(
        PersonalData.maskedIn(KIND.matcher(skill.skillName()).replaceFirst("")),
        tools,
        !called.isEmpty(),
        Signals.ordered(signals(), tools),
        conditions(),
        steps(),
        skill.fallbacks().stream().map(PersonalData::maskedIn).map(Markdown::text).toList(),
        late.addedTo(skill.failureModes(), mode -> Markdown.text(personal.failure(mode))));
  }

  private List<String> signals() {
    return skill.triggers().stream()
        .map(this::signal)
        .filter(it -> !it.isBlank())
        .distinct()
        .toList();
  }

  /** Learning repeats the name where it has heard nothing. */
  private String signal(Trigger trigger) {
    return trigger.signal().equals(skill.skillName()) ? "" : personal.heard(trigger.signal());
  }

  private List<String> called() {
    return skill.recipe().stream()
        .map(RecipeStep::tool)
        .filter(Objects::nonNull)
        .distinct()
        .toList();
  }

  /** Triggers are alternatives; learning gives all the same conditions. */
  private List<String> conditions() {
    return skill.triggers().stream()
        .map(trigger -> String.join(", ", MarkdownConditions.of(trigger.conditions(), personal)))
        .filter(conditions -> !conditions.isEmpty())
        .distinct()
        .toList();
  }

  private List<String> steps() {
    List<String> steps = new ArrayList<>();
    int calls = 0;
    for (RecipeStep step : skill.recipe()) {
      steps.add(step(step, calls));
      calls += step.tool() == null ? 0 : 1;
    }
    return steps;
  }

  /**
   * A step as Markdown.
   *
   * @param call how many steps before it are calls
   */
  private String step(RecipeStep step, int call) {
    String tool = step.tool();
    String validation = step.validation();
    List<String> parts = new ArrayList<>();
    parts.add(Markdown.text(PersonalData.maskedIn(step.step())));
    if (tool != null && !step.step().contains(tool)) {
      parts.add("tool: " + Markdown.code(tool));
    }
    String arguments =
        Arguments.of(step.argsSchema(), tool == null ? CallExamples.NONE : examples, call);
    if (!arguments.isEmpty()) {
      parts.add("arguments: " + arguments);
    }
    if (validation != null) {
      parts.add("check: " + Markdown.text(PersonalData.maskedIn(validation)));
    }
    return String.join("; ", parts);
  }
}
