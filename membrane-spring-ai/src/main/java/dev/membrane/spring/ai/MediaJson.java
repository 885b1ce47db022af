package dev.membrane.spring.ai;

import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.ai.content.Media;
import org.springframework.util.MimeTypeUtils;

/** Images and other media as JSON: bytes in base64, or the address as it is. */
final class MediaJson {

  private static final String MIME_TYPE = "mime_type";
  private static final String ID = "id";
  private static final String NAME = "name";
  private static final String BYTES = "bytes";
  private static final String ADDRESS = "uri";

  private MediaJson() {}

  /**
   * Checks that media can be written.
   *
   * @throws IllegalArgumentException if their data are neither bytes nor an address
   */
  static void check(List<Media> all) {
    for (Media media : all) {
      if (!(media.getData() instanceof byte[] || media.getData() instanceof String)) {
        throw new IllegalArgumentException(
            "media data must be bytes or an address, not " + media.getData().getClass().getName());
      }
    }
  }

  /** Writes media that were checked. */
  static JsonArray write(List<Media> all) {
    List<JsonValue> items = new ArrayList<>();
    all.forEach(media -> items.add(write(media)));
    return new JsonArray(items);
  }

  private static JsonValue write(Media media) {
    Map<String, JsonValue> members = new LinkedHashMap<>();
    members.put(MIME_TYPE, new JsonString(media.getMimeType().toString()));
    String id = media.getId();
    if (id != null) {
      members.put(ID, new JsonString(id));
    }
    members.put(NAME, new JsonString(media.getName()));
    if (media.getData() instanceof byte[] bytes) {
      members.put(BYTES, new JsonString(Base64.getEncoder().encodeToString(bytes)));
    } else {
      members.put(ADDRESS, new JsonString(media.getData().toString()));
    }
    return JsonValue.of(members);
  }

  static List<Media> read(List<JsonValue> all) {
    return all.stream().map(JsonMembers::of).map(MediaJson::read).toList();
  }

  private static Media read(JsonMembers members) {
    String bytes = members.text(BYTES);
    Object data = bytes == null ? members.required(ADDRESS) : Base64.getDecoder().decode(bytes);
    Media.Builder media =
        Media.builder()
            .mimeType(MimeTypeUtils.parseMimeType(members.required(MIME_TYPE)))
            .name(members.required(NAME))
            .data(data);
    String id = members.text(ID);
    return (id == null ? media : media.id(id)).build();
  }
}
