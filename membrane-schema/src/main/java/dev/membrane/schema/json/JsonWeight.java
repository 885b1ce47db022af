package dev.membrane.schema.json;

/**
 * The weight of a JSON text, for limits on memory: its size in bytes, but at least {@value #VALUE}
 * bytes for each value, and {@value #NAME} for each name of a member after the first {@value
 * #FREE_NAMES}. As an object, a value takes some 64 bytes, while a byte of text takes about four
 * when a record is read, decoded and written: ten million bytes of {@code [1,1,…]} become objects
 * of 350 million.
 */
public final class JsonWeight {

  /** The least weight of a value: about the size of a value with its name in ordinary JSON. */
  public static final long VALUE = 16;

  /**
   * A name is a text, an entry of a map, and one of the table in which duplicates are looked for.
   * To read a member takes four to five times as long as a number in a list.
   */
  public static final long NAME = 64;

  /**
   * More than the schema's own names in nearly any record; an episode of a thousand events has as
   * many. Those names take no room, since they are fields of objects.
   */
  public static final long FREE_NAMES = 4_096;

  /**
   * The most that a byte weighs: the shortest member is <code>"":1,</code>, and two values in three
   * bytes, as in {@code [],}, weigh less.
   */
  private static final long BYTE = (VALUE + NAME) / 5;

  private long values = 1;
  private long names;
  private long bytes;
  private boolean isQuoted;
  private boolean isEscaped;

  private JsonWeight() {}

  /** The weight of a text in UTF-8; approximate if the text is no JSON. */
  public static long of(byte[] json) {
    JsonWeight weight = new JsonWeight();
    for (byte each : json) {
      weight.see(each);
    }
    weight.bytes = json.length;
    return weight.weight();
  }

  /** The weight of a text. */
  public static long of(String json) {
    JsonWeight weight = new JsonWeight();
    for (int i = 0; i < json.length(); i++) {
      char c = json.charAt(i);
      weight.see(c);
      weight.bytes += inUtf8(c);
    }
    return weight.weight();
  }

  /** The weight that a text has by its values and names, however short it is. */
  public static long ofValues(String json) {
    return seen(json).weightOfValues();
  }

  /** The number of values in a text; approximate if the text is no JSON. */
  public static long values(String json) {
    return seen(json).values;
  }

  private static JsonWeight seen(String json) {
    JsonWeight weight = new JsonWeight();
    json.chars().forEach(weight::see);
    return weight;
  }

  /** Whether a text weighs more than a limit. The size alone tells for most texts. */
  public static boolean exceeds(String json, long most) {
    return canExceed(json.length(), most) && of(json) > most;
  }

  /** Whether a text of a size can weigh more than a limit. */
  public static boolean canExceed(long bytes, long most) {
    return most(bytes) > most;
  }

  /** The most that a text of a size can weigh. */
  public static long most(long bytes) {
    return 2 * VALUE + BYTE * bytes;
  }

  /**
   * What begins a value, but for the first: each follows a comma or is the first of its kind. An
   * empty list counts as two, as its object takes as much.
   */
  private void see(int c) {
    if (isQuoted) {
      isQuoted = isEscaped || c != '"';
      isEscaped = !isEscaped && c == '\\';
    } else if (c == '"') {
      isQuoted = true;
    } else if (c == ',' || c == '[' || c == '{') {
      values++;
    } else if (c == ':') {
      names++;
    }
  }

  private long weight() {
    return Math.max(bytes, weightOfValues());
  }

  private long weightOfValues() {
    return VALUE * values + NAME * Math.max(0, names - FREE_NAMES);
  }

  /** Of a pair of surrogates each half takes two. */
  private static int inUtf8(char c) {
    if (c < 0x80) {
      return 1;
    }
    return c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
  }
}
