package dev.membrane.schema.json;

/**
 * How heavy a JSON text is, for limits on memory. A text of ordinary JSON weighs its bytes; one of
 * little but values weighs {@value #VALUE} bytes for each of them, for as an object a value takes
 * some 64 bytes where a byte of text takes about four while a record is read, decoded and written:
 * ten million bytes of {@code [1,1,…]} become objects of 350 million.
 */
public final class JsonWeight {

  /** What a value weighs at least: about as much as ordinary JSON needs for one with its name. */
  public static final long VALUE = 16;

  /** No text has more values than bytes in two, the first aside. */
  private static final long MOST_PER_BYTE = VALUE / 2;

  private long values = 1;
  private long bytes;
  private boolean isQuoted;
  private boolean isEscaped;

  private JsonWeight() {}

  /** The weight of a text in UTF-8; of any text that is no JSON, about. */
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

  /** How many values a text holds; of any text that is no JSON, about. */
  public static long values(String json) {
    JsonWeight weight = new JsonWeight();
    json.chars().forEach(weight::see);
    return weight.values;
  }

  /** Whether a text weighs more than so much, which is seen of most without looking at them. */
  public static boolean exceeds(String json, long most) {
    return canExceed(json.length(), most) && of(json) > most;
  }

  /** Whether a text of so many bytes can weigh more than so much. */
  public static boolean canExceed(long bytes, long most) {
    return VALUE + MOST_PER_BYTE * bytes > most;
  }

  /** What begins a value, but for the first: each follows a comma or is the first of its kind. */
  private void see(int c) {
    if (isQuoted) {
      isQuoted = isEscaped || c != '"';
      isEscaped = !isEscaped && c == '\\';
    } else if (c == '"') {
      isQuoted = true;
    } else if (c == ',' || c == '[' || c == '{') {
      values++;
    }
  }

  private long weight() {
    return Math.max(bytes, VALUE * values);
  }

  /** Of a pair of surrogates each half takes two. */
  private static int inUtf8(char c) {
    if (c < 0x80) {
      return 1;
    }
    return c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
  }
}
