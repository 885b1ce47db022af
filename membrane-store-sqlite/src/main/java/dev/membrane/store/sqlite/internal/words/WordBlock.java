package dev.membrane.store.sqlite.internal.words;

import dev.membrane.store.jdbc.internal.row.Varint;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Counts of words of a pool as bytes, in the order of the words' UTF-8. Each word is written as how
 * many bytes it has in common with the one before it (one byte) and the bytes that follow. A byte
 * below '0', which is in no word, ends it: that is the count, or 0 if the count comes next, seven
 * bits a byte, of a number whose lowest bit is the sign.
 */
@SuppressWarnings("ArrayRecordComponent") // bytes as the column has them; nobody compares rows
public record WordBlock(long pool, byte[] counts) {

  private static final int END = '0';
  private static final int MOST_COMMON = 255;

  /** The bytes are no counts. */
  public static final class DamagedException extends SQLException {
    private static final long serialVersionUID = 1L;

    DamagedException() {
      super(
          "counts of words are damaged; `membraned verify-audit --rebuild` counts the words anew");
    }
  }

  /** Reads a row of a pool and its counts. */
  public static WordBlock read(ResultSet row) throws SQLException {
    return new WordBlock(row.getLong(1), row.getBytes(2));
  }

  /** The bytes of counts by word. */
  public static byte[] write(Map<String, Long> countsByWord) {
    List<Map.Entry<byte[], Long>> counts = new ArrayList<>(countsByWord.size());
    countsByWord.forEach(
        (word, count) -> counts.add(Map.entry(word.getBytes(StandardCharsets.UTF_8), count)));
    counts.sort((one, other) -> Arrays.compareUnsigned(one.getKey(), other.getKey()));
    Builder block = new Builder();
    counts.forEach(each -> block.add(each.getKey(), each.getValue()));
    return block.take();
  }

  /** Adds the counts to others of the same pool. */
  public void addTo(Map<String, Long> countsByWord) throws SQLException {
    Cursor cursor = cursor();
    while (cursor.next()) {
      countsByWord.merge(cursor.word(), cursor.count(), Long::sum);
    }
  }

  /** Before the first word. */
  public Cursor cursor() {
    return new Cursor(counts);
  }

  /**
   * The count of a word; 0 if it is not there.
   *
   * @throws SQLException if the bytes are no counts
   */
  long count(String word) throws SQLException {
    byte[] sought = word.getBytes(StandardCharsets.UTF_8);
    Cursor cursor = cursor();
    while (cursor.next()) {
      int order = cursor.compareTo(sought);
      if (order >= 0) {
        return order == 0 ? cursor.count() : 0;
      }
    }
    return 0;
  }

  /** Writes counts in the order of their words. */
  public static final class Builder {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private byte[] last = {};

    /** Adds the next word. */
    public void add(byte[] word, long count) {
      int mismatch = Arrays.mismatch(last, word);
      int common = Math.min(MOST_COMMON, mismatch < 0 ? word.length : mismatch);
      out.write(common);
      out.write(word, common, word.length - common);
      if (count > 0 && count < END) {
        out.write((int) count);
      } else {
        out.write(0);
        Varint.write(out, Varint.signedFirst(count));
      }
      last = word;
    }

    public int size() {
      return out.size();
    }

    /** What was added since the last time. */
    public byte[] take() {
      byte[] taken = out.toByteArray();
      out.reset();
      last = new byte[0];
      return taken;
    }
  }

  /** Reads one word after the other. */
  public static final class Cursor implements Comparable<Cursor> {
    private final byte[] in;
    private int at;
    private byte[] word = new byte[32];
    private int length;
    private long count;

    private Cursor(byte[] in) {
      this.in = in;
    }

    /**
     * Goes to the next word, if there is one.
     *
     * @throws SQLException if the bytes are no counts
     */
    public boolean next() throws SQLException {
      if (at == in.length) {
        return false;
      }
      int common = in[at++] & MOST_COMMON;
      int start = at;
      while (at < in.length && (in[at] < 0 || in[at] >= END)) {
        at++;
      }
      if (common > length || at == in.length) {
        throw new DamagedException();
      }
      length = common + at - start;
      if (length > word.length) {
        word = Arrays.copyOf(word, 2 * length);
      }
      System.arraycopy(in, start, word, common, at - start);
      int end = in[at++];
      count = end > 0 ? end : number();
      return true;
    }

    private long number() throws SQLException {
      long number = 0;
      int shift = 0;
      int next = Varint.MORE;
      while ((next & Varint.MORE) != 0) {
        if (at == in.length || shift >= Long.SIZE) {
          throw new DamagedException();
        }
        next = in[at++];
        number |= (long) (next & Varint.MORE - 1) << shift;
        shift += Varint.BITS;
      }
      return Varint.signed(number);
    }

    /** By word. */
    @Override
    public int compareTo(Cursor other) {
      return Arrays.compareUnsigned(word, 0, length, other.word, 0, other.length);
    }

    /** By word. */
    public int compareTo(byte[] other) {
      return Arrays.compareUnsigned(word, 0, length, other, 0, other.length);
    }

    public byte[] bytes() {
      return Arrays.copyOf(word, length);
    }

    String word() {
      return new String(word, 0, length, StandardCharsets.UTF_8);
    }

    public long count() {
      return count;
    }
  }
}
