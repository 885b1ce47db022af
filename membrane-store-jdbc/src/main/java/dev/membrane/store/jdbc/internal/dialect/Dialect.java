package dev.membrane.store.jdbc.internal.dialect;

import dev.membrane.spi.FaultLog.DamageLog;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import dev.membrane.store.jdbc.internal.filter.RecordOrder;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The differences between the databases in statements that the stores share: how a few phrases are
 * written, how lists become parameters, and how texts are kept in columns. Implementations are safe
 * for use by many threads.
 *
 * <p>A statement that the stores share names a phrase between braces:
 *
 * <ul>
 *   <li>{@code {in names}}: the comparison with a parameter that is a list
 *   <li>{@code {list names}}: a parameter that is a list, as rows of the same name with the column
 *       {@code value}
 *   <li>{@code {join}}: a join whose left side is read first, where that can be said
 *   <li>{@code {using index}}: the index to read, where that can be said
 *   <li>{@code {text m.id}}: the whole text of a column whose long texts stand in another, next to
 *       their short forms
 *   <li>{@code {length d.doc}}: how many bytes the text of a column has that may be encrypted
 *   <li>{@code {columns name}}: that column and the one next to it, where there is one
 *   <li>{@code {values name}}: as many parameters
 *   <li>{@code {thread columns}}, {@code {thread values}}, {@code {thread set}}: the same for the
 *       column of threads, where there is one, each with a comma behind it
 *   <li>{@code {rows 3}}: a row with so many columns, or several of them
 *   <li>{@code {queued}}: rows of the queue, of those of one item and queue the last
 *   <li>{@code {truth whole}}: whether a column holds a truth
 *   <li>{@code {embedding}}: the join of the row {@code e} with the record {@code m}
 *   <li>{@code {beside before}}: the numbers of the records of the space {@code l} that arrived
 *       before {@code m}, or after it, the nearest {@code :reach}, in no order and with commas
 *       between them; null if there are none
 *   <li>{@code {best}}, {@code {next}}: statements, see {@link #bestOfEachSpace} and {@link
 *       #nextOfSpaces}
 *   <li>{@code {scoped l}}: whether a space is of one scope
 *   <li>{@code {whole s}}: whether a space or pool is of one scope, or {@code :whole} asks for all
 *   <li>{@code {total}}: the name of a row of the totals of audit entries, see {@link #total}
 *   <li>{@code {counted p}}: whether a pool counts some of what is seen in {@code :scopes}, or, if
 *       {@code :whole}, in all
 * </ul>
 */
public abstract class Dialect {

  private static final Logger LOG = LoggerFactory.getLogger(Dialect.class);

  private static final Pattern PHRASE = Pattern.compile("\\{(\\w+)(?: ([\\w.]+))?}");

  private final Map<String, String> written = new ConcurrentHashMap<>();
  private final Map<List<?>, String> made = new ConcurrentHashMap<>();
  private final DamageLog damages = new DamageLog(LOG::error);
  private final StoreCipher cipher;
  private final WordIndex words;

  /** That of a database whose columns a cipher encrypts. */
  protected Dialect(StoreCipher cipher, WordIndex words) {
    this.cipher = cipher;
    this.words = words;
  }

  /** Logs what is damaged among all that is read with this dialect. */
  public final DamageLog damages() {
    return damages;
  }

  /** The SQL of a constant statement. */
  public final String sql(String statement) {
    return written.computeIfAbsent(statement, this::write);
  }

  /**
   * A text that is made of parts, once.
   *
   * @param parts all that it depends on; of constants, so that there are few
   */
  public final String made(List<?> parts, Supplier<String> text) {
    return made.computeIfAbsent(parts, unseen -> text.get());
  }

  private String write(String statement) {
    return PHRASE
        .matcher(statement)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    written(found.group(1), found.group(2) == null ? "" : found.group(2))));
  }

  private String written(String name, String argument) {
    return name.equals("length") ? cipher().length(argument) : phrase(name, argument);
  }

  /**
   * How a phrase is written, other than {@code {length}}.
   *
   * @param argument empty: none
   * @throws IllegalArgumentException if there is no such phrase
   */
  protected abstract String phrase(String name, String argument);

  /**
   * The best few candidates of each of {@code :spaces}, at most {@code :limit} of each.
   *
   * @param where a condition on the row {@code <o>} in the order, and the record {@code s}
   */
  public final String bestOfEachSpace(String where, RecordOrder order) {
    return phrase("best", "").formatted(where, order.sql());
  }

  /**
   * The ids and numbers of the first records of each of {@code :spaces} whose numbers are greater
   * than {@code :after}, in the order of the numbers, at most {@code :limit}.
   */
  public final String nextOfSpaces() {
    return phrase("next", "");
  }

  /**
   * Whether the records of all scopes together have spaces, too. Where the words of each scope are
   * encrypted with a key of their own, the scopes are asked one by one.
   */
  public final boolean hasWholeSpaces() {
    return cipher().isPlain();
  }

  /**
   * Whether words are counted over all scopes together, too. A store with several writers sums up
   * the counts of all scopes when it is asked instead, as every commit would change the same rows.
   */
  public abstract boolean countsAllScopes();

  /** The name of a total of audit entries in a scope, as {@code {total}} reads it. */
  public abstract String total(String scope, String action);

  /** Texts as one parameter, each once. */
  public abstract Object texts(Collection<String> texts);

  /** Numbers as one parameter. */
  public abstract Object numbers(Collection<Long> numbers);

  /** The {@link #key} forms of texts as one parameter. */
  public final Object keys(Collection<String> texts) {
    return texts(texts.stream().map(this::key).toList());
  }

  /** What columns are encrypted with. */
  public final StoreCipher cipher() {
    return cipher;
  }

  /** A scope as {@link #column} has it; an empty one is none. */
  public final String columnOfScope(String scope) {
    return column(cipher().scope(scope));
  }

  /** A scope as {@link #key} has it. */
  public final String keyOfScope(String scope) {
    return key(cipher().scope(scope));
  }

  /** The scope that a column holds. */
  public final String plainScope(String column) {
    return cipher().ofScope(plain(column));
  }

  /** The values of {@code {columns name}}: by default the text as it is. */
  public List<@Nullable Object> columns(String text) {
    return List.of(text);
  }

  /** The values of {@code {thread values}}. */
  public abstract List<@Nullable Object> thread(@Nullable String threadId);

  /** A text as a column holds it: by default as it is. */
  public String column(String text) {
    return text;
  }

  /** The text that a column holds. */
  public String plain(String column) {
    return column;
  }

  /** The form by which an index knows a text: no two texts have the same. */
  public String key(String text) {
    return text;
  }

  /** The whole of a text whose {@link #key} is not; null if that is, as by default. */
  public @Nullable String beyondKey(String text) {
    return null;
  }

  /** The index of words. */
  public final WordIndex wordIndex() {
    return words;
  }

  /** What {@link #phrase} throws where there is none of that name. */
  protected static IllegalArgumentException unknown(String phrase) {
    return new IllegalArgumentException("no phrase {" + phrase + "}");
  }
}
