package dev.membrane.store.jdbc.internal.words;

import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.WorkingPayload;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Terms;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import dev.membrane.store.jdbc.crypto.WordForm;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The words of one record, as its document row keeps them: {@code " tapple=2 tpear=1 gfruit "},
 * each word between blanks, terms with their counts, in an order that depends on the record alone.
 * If the terms have a mark, it stands before them as {@code @mark} and is no word. The list is
 * needed again when the record is removed from the index, and counts are read from it.
 *
 * @param text the row's text
 */
public record WordList(String text) {

  /**
   * The column of the text, which may be encrypted; the number of the record stands for the row.
   */
  public static final String COLUMN = "document.words";

  private static final char COUNT = '=';
  private static final char MARK = '@';

  /** The words of a record. */
  public static WordList of(MemoryRecord record, Terms terms) {
    StringBuilder text = new StringBuilder(" ");
    if (!terms.mark().isEmpty()) {
      text.append(MARK).append(terms.mark()).append(' ');
    }
    for (Map.Entry<String, Integer> term : new TreeMap<>(terms.counts()).entrySet()) {
      text.append(WordEncoding.term(term.getKey()))
          .append(COUNT)
          .append(term.getValue())
          .append(' ');
    }
    record.tags().forEach(tag -> text.append(WordEncoding.tag(tag)).append(' '));
    if (record.payload() instanceof WorkingPayload working) {
      text.append(WordEncoding.thread(working.threadId())).append(' ');
    }
    record.relations().stream()
        .map(relation -> WordEncoding.relation(relation.targetId()))
        .distinct()
        .forEach(word -> text.append(word).append(' '));
    String episode = record.episode();
    if (episode != null) {
      text.append(WordEncoding.episode(episode)).append(' ');
    }
    if (record.beginsEpisode()) {
      text.append(WordEncoding.firstOfEpisode()).append(' ');
    }
    return new WordList(text.toString());
  }

  /**
   * The words that a row has, which may be encrypted, for a search; none if they cannot be read.
   */
  public static WordList open(StoreCipher cipher, long rid, String stored) {
    return new WordList(Objects.requireNonNullElse(cipher.openIfReadable(COLUMN, rid, stored), ""));
  }

  /**
   * The words that a row has, which may be encrypted; none if their key was destroyed.
   *
   * @throws dev.membrane.store.jdbc.crypto.DecryptionException if they cannot be decrypted
   *     otherwise
   */
  public static WordList unlessErased(StoreCipher cipher, long rid, String stored) {
    return new WordList(
        Objects.requireNonNullElse(cipher.openUnlessErased(COLUMN, rid, stored), ""));
  }

  /** What {@link #counts} looks for, by term, made once for many lists. */
  public static Map<String, String> sought(Map<String, String> wordsByTerm) {
    Map<String, String> sought = new HashMap<>();
    wordsByTerm.forEach((term, word) -> sought.put(term, " " + word + COUNT));
    return sought;
  }

  /** The words that every record has which passes a filter, as they stand in lists. */
  public static List<String> always(Filter filter) {
    return WordEncoding.always(filter).stream().map(word -> " " + word + " ").toList();
  }

  /** Whether all of some words are here, given as {@link #always}. */
  public boolean hasAll(List<String> words) {
    for (String word : words) {
      if (!text.contains(word)) {
        return false;
      }
    }
    return true;
  }

  /** How often a term occurs, given as {@link #sought}; 0 if it does not. */
  private int count(String sought) {
    int at = text.indexOf(sought);
    if (at < 0) {
      return 0;
    }
    int start = at + sought.length();
    return number(start, end(start));
  }

  /** Where a word ends. What was damaged may end without a blank. */
  private int end(int start) {
    int end = text.indexOf(' ', start);
    return end < 0 ? text.length() : end;
  }

  /** 0 if it is none, as in what was damaged. */
  private int number(int start, int end) {
    int number = 0;
    for (int i = start; i < end; i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return 0;
      }
      number = 10 * number + digit;
    }
    return number;
  }

  /** How often terms occur, those of them that do; each is given as {@link #sought}. */
  public Map<String, Integer> counts(Map<String, String> soughtByTerm) {
    if (soughtByTerm.isEmpty()) {
      return Map.of();
    }
    Map<String, Integer> counts = new HashMap<>();
    soughtByTerm.forEach(
        (term, sought) -> {
          int count = count(sought);
          if (count > 0) {
            counts.put(term, count);
          }
        });
    return counts;
  }

  /** The terms; empty if one is so long that only its digest is here. */
  public Optional<Terms> terms() {
    Map<String, Integer> counts = new HashMap<>();
    int start = hasMark() ? end(1) + 1 : 1;
    while (start < text.length()) {
      int end = end(start);
      int count = text.lastIndexOf(COUNT, end);
      if (count > start) {
        String term = WordEncoding.termOf(text.substring(start, count));
        if (term == null) {
          return Optional.empty();
        }
        counts.put(term, number(count + 1, end));
      }
      start = end + 1;
    }
    return Optional.of(new Terms(counts, mark()));
  }

  /** The mark of the terms; empty if they have none. */
  public String mark() {
    return hasMark() ? text.substring(2, end(2)) : "";
  }

  private boolean hasMark() {
    return text.length() > 1 && text.charAt(1) == MARK;
  }

  /** The words one by one, as the index knows them. */
  public ListedWords listed(WordForm form) {
    List<String> words = new ArrayList<>();
    BitSet counted = new BitSet();
    BitSet tags = new BitSet();
    forEach(
        (word, isTerm) -> {
          boolean isTag = !isTerm && WordEncoding.isTag(word);
          counted.set(words.size(), isTerm || isTag);
          tags.set(words.size(), isTag);
          words.add(word);
        });
    List<String> all = form.all(words);
    return new ListedWords(all, some(all, counted), some(all, tags));
  }

  private static List<String> some(List<String> all, BitSet which) {
    return which.stream().mapToObj(all::get).toList();
  }

  private interface Visitor {
    void visit(String word, boolean isTerm);
  }

  private void forEach(Visitor visitor) {
    int start = hasMark() ? end(1) + 1 : 1;
    while (start < text.length()) {
      int end = end(start);
      int count = text.lastIndexOf(COUNT, end);
      boolean isTerm = count > start;
      visitor.visit(text.substring(start, isTerm ? count : end), isTerm);
      start = end + 1;
    }
  }
}
