package dev.membrane.internal.keys;

import dev.membrane.internal.value.Digest;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.Key;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The keys of the notes that stages of consolidation keep. */
public final class NoteKeys {

  /** How their names begin. */
  public static final String PREFIX = "note:";

  private NoteKeys() {}

  /**
   * The name of the key of a note.
   *
   * @param scope null: none
   */
  public static String name(
      @Nullable String scope, Sensitivity sensitivity, String stage, String note) {
    String place = Objects.requireNonNullElse(scope, "");
    return PREFIX + stage + ":" + Digest.of(List.of(place, sensitivity.wireName(), note));
  }

  /** The name of the stage that keeps a note. */
  public static String stageOf(Key note) {
    return note.name().substring(PREFIX.length(), note.name().lastIndexOf(':'));
  }

  /** Whether a key is one of them. */
  public static boolean isOne(Key key) {
    return key.name().startsWith(PREFIX);
  }
}
