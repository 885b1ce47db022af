package dev.membrane.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the handbook tells an operator to run in the database. */
final class ShownSql {

  private static final Pattern SQL = Pattern.compile("(?ms)^```sql\n(.*?)^```$");

  private ShownSql() {}

  /** The SQL that a page shows first. */
  static String in(String page) {
    Path file = Path.of(System.getProperty("membrane.root"), page);
    try {
      Matcher sql = SQL.matcher(Files.readString(file));
      assertThat(sql.find()).isTrue();
      return sql.group(1);
    } catch (IOException missing) {
      throw new UncheckedIOException(missing);
    }
  }
}
