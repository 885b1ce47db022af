package dev.membrane.consolidate;

import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonBoolean;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.schema.ToolNode;
import dev.membrane.spi.CandidateFact;
import dev.membrane.spi.Episode;
import dev.membrane.text.TextAnalyzer;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What an episode has from its tools alone. A page or a file that a tool returned may tell about
 * the world. It is no witness to what the user wants, what the agent is or what either is to do,
 * although it may say so, and a model may believe it.
 *
 * <p>So in an episode with tool results, a fact about the participants, or one that is worded like
 * an instruction, needs every word of its object to have been said outside of them. What the model
 * says of where it has the fact from does not matter. Stateless and thread-safe.
 */
final class Hearsay {

  private static final int MOST_READ = 200_000;

  /** A subject with one of these words is a participant, or what guides one. */
  private static final Set<String> PARTICIPANTS =
      Set.of(
          "user",
          "assistant",
          "agent",
          "subagent",
          "ai",
          "llm",
          "bot",
          "chatbot",
          "copilot",
          "claude",
          "gpt",
          "chatgpt",
          "gemini",
          "llama",
          "you",
          "your",
          "yourself",
          "i",
          "me",
          "my",
          "myself",
          "prompt",
          "instruction",
          "guardrail",
          "jailbreak");

  /** A subject of nothing but these words is one, too; beside others they may mean anything. */
  private static final Set<String> ROLES =
      Set.of(
          "a",
          "an",
          "the",
          "this",
          "system",
          "model",
          "policy",
          "rule",
          "memory",
          "safety",
          "developer",
          "operator",
          "admin",
          "administrator",
          "human",
          "owner",
          "everyone",
          "anyone",
          "role",
          "behavior",
          "behaviour",
          "tool",
          "secret",
          "key",
          "password",
          "credential",
          "config",
          "configuration",
          "setting",
          "security",
          "permission",
          "access",
          "membrane");

  private static final Set<String> ORDERS =
      Set.of(
          "must",
          "always",
          "never",
          "should",
          "shall",
          "cannot",
          "ignore",
          "disregard",
          "forget",
          "override",
          "bypass",
          "obey",
          "comply",
          "instruct",
          "instructed",
          "instruction",
          "pretend",
          "reveal",
          "exfiltrate",
          "prompt",
          "jailbreak");

  private static final Pattern PHRASES = Pattern.compile(" (do not|don t|from now on|act as) ");
  private static final Pattern INVISIBLE = Pattern.compile("\\p{Cf}+");
  private static final Pattern BETWEEN_WORDS = Pattern.compile("[^\\p{L}\\p{N}]+");

  private final TextAnalyzer analyzer = new TextAnalyzer();

  /** Tells of facts that were found in an episode whether they are hearsay. */
  Predicate<CandidateFact> in(Episode episode) {
    List<ToolNode> tools = episode.trace().toolGraph();
    if (tools.stream().allMatch(node -> node.result() == null)) {
      return fact -> false;
    }
    Set<String> said = said(episode, tools);
    return fact -> needsWitness(fact) && !said.containsAll(objectOf(fact));
  }

  private Set<String> said(Episode episode, List<ToolNode> tools) {
    Set<String> calls = tools.stream().map(ToolNode::id).collect(Collectors.toSet());
    String words =
        episode.trace().timeline().stream()
            .filter(event -> !calls.contains(event.ref()))
            .map(TimelineEvent::summary)
            .filter(Objects::nonNull)
            .collect(Collectors.joining("\n"));
    return new HashSet<>(
        analyzer.terms(words.length() > MOST_READ ? words.substring(0, MOST_READ) : words));
  }

  private static boolean needsWitness(CandidateFact fact) {
    List<String> subject = words(fact.subject());
    return subject.stream().anyMatch(PARTICIPANTS::contains)
        || ROLES.containsAll(subject)
        || isOrder(fact.predicate())
        || scalars(fact.object()).anyMatch(Hearsay::isOrder);
  }

  private static boolean isOrder(String text) {
    List<String> words = words(text);
    return words.stream().anyMatch(ORDERS::contains)
        || PHRASES.matcher(" " + String.join(" ", words) + " ").find();
  }

  /** In the singular, if that is told by a letter. */
  private static List<String> words(String text) {
    String visible =
        INVISIBLE.matcher(Normalizer.normalize(text, Normalizer.Form.NFKC)).replaceAll("");
    return Arrays.stream(BETWEEN_WORDS.split(visible.toLowerCase(Locale.ROOT), -1))
        .filter(word -> !word.isEmpty())
        .map(
            word ->
                word.length() > 3 && word.endsWith("s")
                    ? word.substring(0, word.length() - 1)
                    : word)
        .toList();
  }

  /** The object's terms; something that nobody has said if it has none. */
  private Set<String> objectOf(CandidateFact fact) {
    Set<String> terms =
        new HashSet<>(analyzer.terms(scalars(fact.object()).collect(Collectors.joining("\n"))));
    return terms.isEmpty() ? Set.of("") : terms;
  }

  private static Stream<String> scalars(JsonValue value) {
    if (value instanceof JsonString text) {
      return Stream.of(text.value());
    }
    if (value instanceof JsonNumber number) {
      return Stream.of(number.text());
    }
    if (value instanceof JsonBoolean truth) {
      return Stream.of(String.valueOf(truth.value()));
    }
    if (value instanceof JsonArray array) {
      return array.items().stream().flatMap(Hearsay::scalars);
    }
    return value instanceof JsonObject object
        ? object.members().entrySet().stream()
            .flatMap(
                member -> Stream.concat(Stream.of(member.getKey()), scalars(member.getValue())))
        : Stream.of();
  }
}
