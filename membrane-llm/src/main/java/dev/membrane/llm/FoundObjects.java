package dev.membrane.llm;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The objects with a subject in what a model wrote, whatever stands around them: prose, a fence, a
 * wrapper, an array, or nothing because the text breaks off.
 *
 * @param objects the text of each, the outer ones only
 * @param isWhole whether the JSON around them was read to its end
 * @param isEmpty whether it is JSON that says that there is nothing
 */
record FoundObjects(List<String> objects, boolean isWhole, boolean isEmpty) {

  /** Names of members, which a model may take from what it reads, are not kept. */
  private static final JsonFactory JSON =
      JsonFactory.builder().disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES).build();

  /** Few braces in a text do not open JSON, unless it is garbage. */
  private static final int MAX_BEGINNINGS = 20;

  private static final FoundObjects NONE = new FoundObjects(List.of(), false, false);

  /** Looks for the first JSON in a text that has such objects, or says that there are none. */
  static FoundObjects in(String text) {
    int at = next(text, 0);
    for (int tried = 0; at >= 0 && tried < MAX_BEGINNINGS; tried++) {
      FoundObjects found = read(text.substring(at));
      if (!found.objects.isEmpty() || found.isEmpty) {
        return found;
      }
      at = next(text, at + 1);
    }
    return NONE;
  }

  private static int next(String text, int from) {
    for (int i = from; i < text.length(); i++) {
      if (text.charAt(i) == '{' || text.charAt(i) == '[') {
        return i;
      }
    }
    return -1;
  }

  private static FoundObjects read(String text) {
    ObjectScanner reading = new ObjectScanner(text);
    boolean isWhole = reading.toItsEnd();
    return new FoundObjects(reading.found, isWhole, isWhole && reading.isEmpty);
  }

  /** An object that was begun: where, how many were found before, and whether it has a subject. */
  private static final class Begun {

    private final int start;
    private final int before;
    private boolean hasSubject;

    Begun(int start, int before) {
      this.start = start;
      this.before = before;
    }
  }

  private static final class ObjectScanner {

    private final String text;
    private final List<String> found = new ArrayList<>();
    private final Deque<Begun> begun = new ArrayDeque<>();
    private int depth;
    private int length;
    private boolean isEmpty;

    ObjectScanner(String text) {
      this.text = text;
    }

    /** One value, and those that follow it without anything in between. */
    boolean toItsEnd() {
      try (JsonParser parser = JSON.createParser(text)) {
        JsonToken before = null;
        JsonToken token = parser.nextToken();
        while (token != null) {
          take(token, before, parser);
          before = token;
          token = depth > 0 ? parser.nextToken() : next(parser);
        }
        isEmpty = isEmpty || length == 2;
        return depth == 0;
      } catch (IOException brokenOff) {
        return false;
      }
    }

    private static @Nullable JsonToken next(JsonParser parser) throws IOException {
      try {
        JsonToken token = parser.nextToken();
        return token != null && token.isStructStart() ? token : null;
      } catch (JsonParseException prose) {
        return null;
      }
    }

    private void take(JsonToken token, @Nullable JsonToken before, JsonParser parser)
        throws IOException {
      length++;
      depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
      isEmpty |= token == JsonToken.END_ARRAY && before == JsonToken.START_ARRAY;
      if (token == JsonToken.START_OBJECT) {
        begun.push(new Begun((int) parser.currentTokenLocation().getCharOffset(), found.size()));
      } else if (token == JsonToken.FIELD_NAME && parser.currentName().equals("subject")) {
        begun.element().hasSubject = true;
      } else if (token == JsonToken.END_OBJECT) {
        end(begun.pop(), (int) parser.currentLocation().getCharOffset());
      }
    }

    private void end(Begun object, int end) {
      if (object.hasSubject) {
        // What lies within is part of what it says.
        found.subList(object.before, found.size()).clear();
        found.add(text.substring(object.start, end));
      }
    }
  }
}
