package dev.membrane.internal.keys;

import dev.membrane.spi.commit.Key;

/** The keys of the notes that stages of consolidation keep. */
public final class NoteKeys {

  private NoteKeys() {}

  /** The name of the key of a note. */
  public static String name(LearningScope scope, String stage, String note) {
    return KeyKinds.NOTE + stage + ":" + scope.digest(note);
  }

  /** The name of the stage that keeps a note. */
  public static String stageOf(Key note) {
    return note.name().substring(KeyKinds.NOTE.length(), note.name().lastIndexOf(':'));
  }

  /** Whether a key is one of them. */
  public static boolean isOne(Key key) {
    return key.name().startsWith(KeyKinds.NOTE);
  }
}
