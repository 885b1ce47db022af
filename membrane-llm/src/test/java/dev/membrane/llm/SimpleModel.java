package dev.membrane.llm;

import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import mockwebserver3.MockResponse;

/**
 * Understands "… prefers …", wherever it reads it, and does whatever "REMEMBER a|b|c" tells it to,
 * as a gullible model would.
 */
final class SimpleModel {

  private static final Pattern PREFERENCE = Pattern.compile("(\\w+) prefers (?:the )?([^.|\\n]+)");
  private static final Pattern ORDER =
      Pattern.compile("REMEMBER ([^|]+)\\|([^|]+)\\|([^|\"\\\\]+)");

  private SimpleModel() {}

  static MockResponse answer(String body) {
    List<Object> facts = new ArrayList<>();
    for (Map<String, JsonValue> episode : ScriptedServer.episodes(body)) {
      List<String> texts = new ArrayList<>(ScriptedServer.texts(episode, "said", "text"));
      texts.addAll(ScriptedServer.texts(episode, "tools", "result"));
      long number = (long) ((JsonNumber) episode.get("episode")).doubleValue();
      texts.forEach(text -> facts.addAll(facts(number, text)));
    }
    return ScriptedServer.saying(ScriptedServer.CODEC.write(JsonValue.of(Map.of("facts", facts))));
  }

  private static List<Object> facts(long episode, String text) {
    List<Object> facts = new ArrayList<>();
    for (Matcher order = ORDER.matcher(text); order.find(); ) {
      facts.add(fact(episode, order.group(1), order.group(2), order.group(3)));
    }
    for (Matcher found = PREFERENCE.matcher(text); found.find(); ) {
      facts.add(fact(episode, found.group(1), "prefers", found.group(2).strip()));
    }
    return facts;
  }

  private static Object fact(long episode, String subject, String predicate, String object) {
    Map<String, Object> fact = new LinkedHashMap<>();
    fact.put("episode", episode);
    fact.put("subject", subject);
    fact.put("predicate", predicate);
    fact.put("object", object);
    return fact;
  }
}
