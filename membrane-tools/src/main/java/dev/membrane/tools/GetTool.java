package dev.membrane.tools;

import dev.membrane.NotFoundException;
import dev.membrane.schema.RecordView;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Reads one record and why it is believed, or the events of a task. */
final class GetTool implements ToolUse {

  private static final int TOKENS = 4_000;
  private static final String CURSOR = "cursor";

  private enum Section {
    REASONS,
    AUDIT;

    static Section of(String name) {
      for (Section part : values()) {
        if (part.name().toLowerCase(Locale.ROOT).equals(name)) {
          return part;
        }
      }
      throw ToolArguments.wrong("include", "include must be any of: reasons, audit");
    }
  }

  @Override
  public String name() {
    return "get";
  }

  @Override
  public Map<String, String> argumentsByField() {
    return Map.of("episode", Tasks.ID);
  }

  @Override
  public String use(ToolSession session, ToolArguments arguments) {
    int tokens = arguments.number("max_tokens", TOKENS, 100, TextLimit.MAX_TOKENS);
    String cursor = arguments.text(CURSOR).orElse("");
    if (Tasks.isMeant(arguments)) {
      return Tasks.text(session, arguments.requiredText(Tasks.ID), cursor, tokens);
    }
    if (!cursor.isEmpty()) {
      throw ToolArguments.wrong(CURSOR, CURSOR + " needs " + Tasks.ID);
    }
    return TextLimit.cutToTokens(record(session, arguments), tokens);
  }

  private static String record(ToolSession session, ToolArguments arguments) {
    String id = Tasks.requiredId(arguments);
    Set<Section> parts = parts(arguments.texts("include"));
    try {
      return text(session, session.memory().retrieval().byId(id, session.trust()), parts);
    } catch (NotFoundException gone) {
      if (!parts.contains(Section.AUDIT)) {
        throw gone;
      }
      return "deleted" + audit(session, id);
    }
  }

  private static String text(ToolSession session, RecordView record, Set<Section> parts) {
    StringBuilder text = new StringBuilder(RecordRendering.of(record));
    if (parts.contains(Section.REASONS)) {
      text.append("\n\nReasons\n").append(RecordRendering.reasons(record));
    }
    if (parts.contains(Section.AUDIT)) {
      text.append(audit(session, record.id()));
    }
    return text.toString();
  }

  /** It stays when its record goes. */
  private static String audit(ToolSession session, String id) {
    return "\n\nAudit log\n"
        + RecordRendering.audit(session.memory().audit().under(session.trust()).of(id));
  }

  private static Set<Section> parts(List<String> names) {
    Set<Section> parts = EnumSet.noneOf(Section.class);
    names.forEach(name -> parts.add(Section.of(name)));
    return parts;
  }
}
