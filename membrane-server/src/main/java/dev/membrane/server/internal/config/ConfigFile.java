package dev.membrane.server.internal.config;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.server.StartException;
import dev.membrane.server.command.FileFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a YAML file of flat keys. Maps within it, such as those of plugins, become keys joined by
 * dots. Every scalar is kept as the text that was written, so that an API key made of digits keeps
 * its leading zeros. Aliases and merges are refused: the parser tells their names, not their
 * values.
 */
public final class ConfigFile {

  private static final YAMLFactory YAML = new YAMLFactory();

  /** In words of our own: the parser's are for those who know how it reads. */
  private static final String USUAL_REASON =
      "look for an open quote or bracket, a missing blank after a colon, a tab, or lines that are"
          + " indented differently";

  private static final String MERGE = "<<";

  private static final JsonValue NOTHING = new JsonString("");

  private ConfigFile() {}

  /** Reads a file; throws {@link StartException} with one line if it cannot be understood. */
  public static Map<String, JsonValue> read(Path file) {
    if (Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file)) {
      // Reading one may never end.
      throw StartException.configuration(file + ": is a pipe or a device; a file is needed");
    }
    try (YAMLParser parser = YAML.createParser(Files.readString(file))) {
      return flat(parser, file);
    } catch (JsonProcessingException bad) {
      throw StartException.configuration(
          file + ": not valid YAML" + where(bad) + ": " + USUAL_REASON, bad);
    } catch (IOException unreadable) {
      throw StartException.configuration(file + ": " + reason(file, unreadable), unreadable);
    }
  }

  /** Why a file cannot be read, for the operator. */
  public static String reason(Path file, IOException unreadable) {
    if (unreadable instanceof NoSuchFileException) {
      return Files.isSymbolicLink(file) ? "is a link to a file that is not there" : "no such file";
    }
    return "cannot be read: " + FileFault.reason(unreadable);
  }

  /** Reads a value that a variable holds as JSON; throws {@link StartException} if it is none. */
  public static JsonValue variable(String name, String text) {
    try (YAMLParser parser = YAML.createParser(text)) {
      return parser.nextToken() == null ? NOTHING : value(parser, name, "");
    } catch (JsonProcessingException bad) {
      throw StartException.configuration(
          name + ": not valid JSON: look for an open quote or bracket, or a missing comma", bad);
    } catch (IOException unreadable) {
      throw StartException.configuration(
          name + ": cannot be read: " + unreadable.getMessage(), unreadable);
    }
  }

  private static Map<String, JsonValue> flat(YAMLParser parser, Path file) throws IOException {
    Map<String, JsonValue> values = new LinkedHashMap<>();
    JsonValue document = parser.nextToken() == null ? NOTHING : value(parser, file.toString(), "");
    if (parser.nextToken() != null) {
      throw StartException.configuration(file + ": must hold one document");
    }
    if (document instanceof JsonObject keys) {
      flatten("", keys, values, file);
    } else if (!document.equals(NOTHING)) {
      throw StartException.configuration(
          file + ": must hold keys and values, as in `db_path: membrane.db`");
    }
    return values;
  }

  private static void flatten(
      String prefix, JsonObject object, Map<String, JsonValue> into, Path file) {
    object
        .members()
        .forEach(
            (name, value) -> {
              String key = prefix + name;
              if (value instanceof JsonObject inner && !inner.members().isEmpty()) {
                flatten(key + ".", inner, into, file);
              } else if (!isPluginWithoutSettings(key, value)
                  && into.putIfAbsent(key, value) != null) {
                throw StartException.configuration(file + ": " + key + " is given twice");
              }
            });
  }

  /**
   * An empty map sets nothing there. At any other key it is a bad value, which that key's reader
   * tells.
   */
  private static boolean isPluginWithoutSettings(String key, JsonValue value) {
    return value instanceof JsonObject && key.matches("plugins(\\.[^.]+)?");
  }

  /**
   * The value at which a parser is.
   *
   * @param source a file or a variable
   * @param place the key, with dots and indices; empty: all of the source
   */
  private static JsonValue value(YAMLParser parser, String source, String place)
      throws IOException {
    if (parser.isCurrentAlias()) {
      throw refused(parser, source, (place.isEmpty() ? "the value" : place) + " is an alias");
    }
    return switch (parser.currentToken()) {
      case START_OBJECT -> object(parser, source, place);
      case START_ARRAY -> array(parser, source, place);
      case VALUE_NULL -> NOTHING;
      default -> new JsonString(parser.getText());
    };
  }

  private static JsonObject object(YAMLParser parser, String source, String place)
      throws IOException {
    Map<String, JsonValue> members = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      String key = place.isEmpty() ? name : place + "." + name;
      if (name.equals(MERGE)) {
        throw refused(parser, source, key + " is a merge");
      }
      if (members.containsKey(name)) {
        throw StartException.configuration(
            source + ": " + key + " is given twice" + where(parser.currentTokenLocation()));
      }
      parser.nextToken();
      members.put(name, value(parser, source, key));
    }
    return new JsonObject(members);
  }

  private static JsonArray array(YAMLParser parser, String source, String place)
      throws IOException {
    List<JsonValue> items = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      items.add(value(parser, source, place + "[" + items.size() + "]"));
    }
    return new JsonArray(items);
  }

  private static StartException refused(YAMLParser parser, String source, String what) {
    return StartException.configuration(
        "%s: %s%s: write the value itself there"
            .formatted(source, what, where(parser.currentTokenLocation())));
  }

  private static String where(JsonProcessingException bad) {
    return bad.getLocation() == null ? "" : where(bad.getLocation());
  }

  private static String where(JsonLocation place) {
    return " in line " + place.getLineNr();
  }
}
