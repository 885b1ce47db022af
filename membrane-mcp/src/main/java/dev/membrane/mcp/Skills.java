package dev.membrane.mcp;

import dev.membrane.ListSkillsRequest;
import dev.membrane.Listing.AgentSkill;
import dev.membrane.Page;
import dev.membrane.PageRequest;
import dev.membrane.Permission;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Learned procedures as skills: resources with the address {@code skill://<name>/SKILL.md}, and the
 * methods of the extension {@code io.modelcontextprotocol/skills} (SEP-2640). Thread-safe.
 */
final class Skills {

  static final String EXTENSION = "io.modelcontextprotocol/skills";
  static final String MARKDOWN = "text/markdown";

  private static final Pattern ADDRESS = Pattern.compile("skill://([^/?#]+)/SKILL\\.md");
  private static final int PAGE = 50;
  private static final int PROPOSED = 100;

  private Skills() {}

  /** The answer to {@code resources/list}. */
  static JsonObject resources(McpCall call, JsonObject params) {
    return page(call, params, "resources", Skills::resource);
  }

  /** The answer to {@code skills/list}. */
  static JsonObject list(McpCall call, JsonObject params) {
    return page(call, params, "skills", Skills::entry);
  }

  /**
   * The answer to {@code skills/get}.
   *
   * @throws RpcException if there is no such skill that the caller may know of
   */
  static JsonObject get(McpCall call, JsonObject params) {
    String uri = MessageFields.required(params, "uri");
    AgentSkill skill = find(call, uri).orElseThrow(() -> Resources.notFound(call, uri));
    return new MessageFields().put("skill", entry(skill)).build();
  }

  /** The skill at an address, whether it still works or not. */
  static Optional<AgentSkill> find(McpCall call, String uri) {
    Matcher address = ADDRESS.matcher(uri);
    return address.matches() ? named(call, address.group(1)) : Optional.empty();
  }

  private static Optional<AgentSkill> named(McpCall call, String name) {
    ListSkillsRequest request =
        ListSkillsRequest.builder()
            .name(name)
            .includeStopped(true)
            .page(PageRequest.FIRST.under(call.trust()))
            .build();
    return call.memory().listing().skills(request).items().stream().findFirst();
  }

  /** The names that begin so, of the first ones. */
  static List<String> names(McpCall call, String beginning) {
    return page(call, "", PROPOSED).items().stream()
        .map(AgentSkill::name)
        .filter(name -> name.startsWith(beginning))
        .toList();
  }

  private static JsonObject page(
      McpCall call, JsonObject params, String member, Function<AgentSkill, JsonObject> shown) {
    Page<AgentSkill> page = page(call, MessageFields.cursor(params), PAGE);
    MessageFields answer =
        new MessageFields().put(member, page.items().stream().map(shown).toList());
    return page.nextCursor().isEmpty()
        ? answer.build()
        : answer.put("nextCursor", page.nextCursor()).build();
  }

  private static Page<AgentSkill> page(McpCall call, String cursor, int size) {
    if (!call.caller().may(Permission.RETRIEVE)) {
      return new Page<>(List.of(), "");
    }
    PageRequest page = PageRequest.FIRST.under(call.trust()).ofSize(size).after(cursor);
    return call.memory().listing().skills(ListSkillsRequest.builder().page(page).build());
  }

  private static String uri(AgentSkill skill) {
    return "skill://" + skill.name() + "/SKILL.md";
  }

  private static JsonObject resource(AgentSkill skill) {
    return new MessageFields()
        .put("uri", uri(skill))
        .put("name", skill.name())
        .put("description", skill.description())
        .put("mimeType", MARKDOWN)
        .put("size", bytes(skill).length)
        .build();
  }

  private static JsonObject entry(AgentSkill skill) {
    byte[] text = bytes(skill);
    JsonObject file =
        new MessageFields()
            .put("uri", uri(skill))
            .put("digest", "sha256:" + Sha256.of(text))
            .put("size", text.length)
            .build();
    JsonObject frontMatter =
        new MessageFields()
            .put("name", skill.name())
            .put("description", skill.description())
            .put("metadata", skill.metadata())
            .build();
    return new MessageFields()
        .put("uri", uri(skill))
        .put("frontmatter", frontMatter)
        .put("resources", List.of(file))
        .build();
  }

  private static byte[] bytes(AgentSkill skill) {
    return skill.text().getBytes(StandardCharsets.UTF_8);
  }
}
