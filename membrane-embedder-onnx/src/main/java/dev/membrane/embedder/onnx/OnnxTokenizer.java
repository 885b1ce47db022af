package dev.membrane.embedder.onnx;

import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.Limits;
import dev.membrane.schema.json.RecordCodec;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes of a text the numbers that a BERT model reads: each word is cut into the longest pieces
 * that the vocabulary knows, from the left (WordPiece; Wu et al., "Google's Neural Machine
 * Translation System", 2016). Marks of the model's own, such as {@code [SEP]}, are text like any
 * other where they stand in a text. Immutable.
 */
final class OnnxTokenizer {

  /** What the model reads, the marks at both ends included. */
  static final int MAX_TOKENS = 512;

  /** Of a text, no more is looked at. A multiple of what the tokens need in any script. */
  static final int MAX_CHARACTERS = 8192;

  /** A longer word is an unknown one; in code points. */
  private static final int MAX_WORD_LENGTH = 100;

  private static final String CONTINUED = "##";

  private final Map<String, Integer> beginnings;
  private final Map<String, Integer> continuations;
  private final int longestPiece;
  private final int begin;
  private final int end;
  private final int unknown;

  private OnnxTokenizer(Map<String, Integer> beginnings, Map<String, Integer> continuations)
      throws IOException {
    this.beginnings = beginnings;
    this.continuations = continuations;
    this.longestPiece = beginnings.keySet().stream().mapToInt(String::length).max().orElse(0);
    this.begin = number("[CLS]");
    this.end = number("[SEP]");
    this.unknown = number("[UNK]");
  }

  /** Reads the vocabulary from a {@code tokenizer.json}. */
  static OnnxTokenizer of(String json) throws IOException {
    Map<String, Integer> beginnings = new HashMap<>();
    Map<String, Integer> continuations = new HashMap<>();
    member(member(new RecordCodec().parse("tokenizer", json), "model"), "vocab")
        .members()
        .forEach(
            (piece, number) -> {
              if (piece.startsWith(CONTINUED) && piece.length() > CONTINUED.length()) {
                continuations.put(piece.substring(CONTINUED.length()), integer(number));
              }
              beginnings.put(piece, integer(number));
            });
    return new OnnxTokenizer(beginnings, continuations);
  }

  private static JsonObject member(@Nullable JsonValue of, String name) throws IOException {
    if (of instanceof JsonObject object && object.members().get(name) instanceof JsonObject found) {
      return found;
    }
    throw new IOException("the tokenizer has no " + name);
  }

  private static int integer(JsonValue value) {
    return Integer.parseInt(((JsonNumber) value).text());
  }

  private int number(String mark) throws IOException {
    Integer number = beginnings.get(mark);
    if (number == null) {
      throw new IOException("the vocabulary has no " + mark);
    }
    return number;
  }

  /** From 2 to {@link #MAX_TOKENS} numbers. */
  long[] tokens(String text) {
    Pieces pieces = new Pieces();
    pieces.add(begin);
    for (String word : OnnxWords.of(Limits.beginning(text, MAX_CHARACTERS))) {
      if (pieces.isFull()) {
        break;
      }
      cut(word, pieces);
    }
    return pieces.endedBy(end);
  }

  private void cut(String word, Pieces pieces) {
    int before = pieces.count;
    int from = word.codePointCount(0, word.length()) > MAX_WORD_LENGTH ? -1 : 0;
    while (from >= 0 && from < word.length()) {
      from = cutOne(word, from, pieces);
    }
    if (from < 0) {
      pieces.count = before;
      pieces.add(unknown);
    }
  }

  /** Adds the longest known piece and answers where it ends, or less than 0. */
  private int cutOne(String word, int from, Pieces pieces) {
    Map<String, Integer> known = from == 0 ? beginnings : continuations;
    for (int to = Math.min(word.length(), from + longestPiece); to > from; to--) {
      Integer number = known.get(word.substring(from, to));
      if (number != null) {
        pieces.add(number);
        return to;
      }
    }
    return -1;
  }

  /** Numbers as long as there is room for them. */
  private static final class Pieces {

    private final long[] numbers = new long[MAX_TOKENS];
    private int count;

    /** Whether there is room for the mark at the end only. */
    boolean isFull() {
      return count == MAX_TOKENS - 1;
    }

    void add(int number) {
      if (!isFull()) {
        numbers[count] = number;
        count++;
      }
    }

    long[] endedBy(int number) {
      numbers[count] = number;
      return Arrays.copyOf(numbers, count + 1);
    }
  }
}
