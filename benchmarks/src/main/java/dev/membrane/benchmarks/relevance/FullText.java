package dev.membrane.benchmarks.relevance;

import dev.membrane.benchmarks.relevance.Conversation.ConversationTurn;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.lucene.analysis.CharArraySet;

/**
 * What SQLite itself offers: an FTS5 table with the porter tokenizer for each conversation, asked
 * for any word of the question but stop words, in the order of its bm25().
 */
final class FullText implements RankingMethod, AutoCloseable {

  /** The ending of a possessive is no word of its own. */
  private static final Pattern BETWEEN_WORDS = Pattern.compile("(['\u2019]s)?([^\\p{L}\\p{N}]+|$)");

  private final CharArraySet stopWords = StopList.english();
  private final Connection connection;
  private int tables;

  FullText() throws SQLException {
    connection = DriverManager.getConnection("jdbc:sqlite::memory:");
  }

  @Override
  public Ranker over(Conversation conversation) {
    try {
      tables++;
      String table = "turns_" + tables;
      fill(table, conversation.turns());
      return question -> order(table, question);
    } catch (SQLException failure) {
      throw new IllegalStateException("SQLite in memory fails", failure);
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }

  private void fill(String table, List<ConversationTurn> turns) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "create virtual table "
              + table
              + " using fts5(id unindexed, text, tokenize = 'porter unicode61')");
    }
    try (PreparedStatement insert =
        connection.prepareStatement("insert into " + table + " (id, text) values (?, ?)")) {
      for (ConversationTurn turn : turns) {
        insert.setString(1, turn.id());
        insert.setString(2, turn.text());
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  private List<String> order(String table, String question) {
    String any =
        BETWEEN_WORDS
            .splitAsStream(question.toLowerCase(Locale.ROOT))
            .filter(word -> !word.isEmpty() && !stopWords.contains(word))
            .map(word -> '"' + word + '"')
            .collect(Collectors.joining(" OR "));
    return any.isEmpty() ? List.of() : matching(table, any);
  }

  private List<String> matching(String table, String query) {
    String sql =
        "select id from "
            + table
            + " where "
            + table
            + " match ? order by bm25("
            + table
            + ")"
            + " limit "
            + Measure.DEEPEST;
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      select.setString(1, query);
      List<String> ids = new ArrayList<>();
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          ids.add(rows.getString(1));
        }
      }
      return ids;
    } catch (SQLException failure) {
      throw new IllegalStateException("SQLite in memory fails", failure);
    }
  }
}
