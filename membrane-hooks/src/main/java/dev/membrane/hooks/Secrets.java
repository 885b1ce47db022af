package dev.membrane.hooks;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Finds keys and tokens, by their form or by the name that is given to them. The patterns are
 * bounded and backtrack at most a bounded number of steps, so that the time is at most proportional
 * to the length of the text.
 *
 * <p>A secret that has neither a known form nor a telling name is not found.
 */
final class Secrets {

  /** What stands for the value of a member whose name tells that it is secret. */
  static final String REMOVED_VALUE = "[removed: secret]";

  private static final String NO_WORD_BEFORE = "(?<![A-Za-z0-9_-])";

  private static final String PASSWORD = SecretNames.PASSWORD;

  /** With a plain word after it, it is a sentence on cookies. */
  private static final String COOKIE = "cookie(?!:\\s{1,4}+[a-z]{1,20}+(?![\\w=]))";

  private static final String SECRET =
      "(?:" + SecretNames.KEY + "|secret|token|credentials?|" + COOKIE + ")";

  private static final String QUOTE = "\\\\?[\"']";

  /** Most comparisons are with another name, and this is no secret. */
  private static final String COMPARES = "(?:={2,3}+(?=\\S)|[!=]={1,2}+\\s{0,4}+(?=" + QUOTE + "))";

  private static final String TYPE =
      "(?:&(?:'\\w{1,20}+ )?)?[\\w.]{1,60}+(?:[<\\[][\\w.]{1,60}+[>\\]])?\\??"
          + "(?:\\s{0,4}+\\|\\s{0,4}+[\\w.]{1,60}+){0,4}+";

  /** Without a quote, another name or a call follows. */
  private static final String OF_TYPE =
      "(?::\\s{0,4}+" + TYPE + "|(?<=\\s)string)\\s{0,4}+=\\s{0,4}+(?=" + QUOTE + "|`)";

  private static final String VALUE = "[^\\s\"'\\\\,;&<>(){}\\[\\]]";

  /** After a flag, text without a quote is a value only if nobody writes such a word. */
  private static final String FLAG =
      "(?<=--(?!no-)[\\w-]{0,40}(?:"
          + PASSWORD
          + "|"
          + SECRET
          + ") {1,4})(?="
          + QUOTE
          + "|(?![-./~]|\\w{1,10}://)"
          + mixed(VALUE)
          + ")";

  /** Code that gives values to two names at once. */
  private static final String SEVERAL_NAMES = "\\s{0,4}+,\\s{0,4}+value\\s{0,4}+:?=(?!>)";

  /** Where a list has names and values, or a name goes on so. */
  private static final String VALUE_OF =
      "(?:(?!" + SEVERAL_NAMES + ")[\\s,._-]{1,40}+(?:" + QUOTE + ")?+value(?:" + QUOTE + ")?+)?+";

  private static final String EQUALS =
      "(?:"
          + QUOTE
          + ")?"
          + VALUE_OF
          + "\\s{0,4}+(?>"
          + OF_TYPE
          + "|=>|:=|[:=](?!=)|"
          + COMPARES
          + "|"
          + FLAG
          + ")\\s{0,4}+";

  private static final String VALUE_QUOTE = "(?:" + QUOTE + "|`)?+";

  /** The name may go on, such as {@code _file} or {@code s}. */
  private static final String NAME_REST = "[A-Za-z0-9_-]{0,40}+";

  private static final String IS = NAME_REST + EQUALS;

  private static final String PLACEHOLDER =
      "(?:\\*{1,40}+|null|true|false|none|nil|undefined|string|str|int|number"
          + "|bytes|any|required|optional)\\.?";

  /** What begins a text of several lines in YAML. */
  private static final String BLOCK_SIGN = "[|>][1-9+-]{0,2}+";

  /** What documentation and code have there is the whole of it. */
  private static final String NO_PLACEHOLDER =
      "(?!\\[removed|[$<]|(?:" + PLACEHOLDER + "|" + BLOCK_SIGN + ")(?:`|(?!" + VALUE + ")))";

  private static final String ASSIGNED = IS + VALUE_QUOTE + NO_PLACEHOLDER;

  /** Its group is the quote that opens the value. A backtick before a blank closes the name. */
  private static final String OPENING = "(" + QUOTE + "|`(?!\\s))";

  /** The quote may close a text that ends with the name, and the next one opens another text. */
  private static final String NOT_BETWEEN_TEXTS =
      "(?![\\s,:;+.(){}\\[\\]<>]{1,100}+\\2|\\s{1,4}+[^\\s\\w])";

  /** A text in quotes goes as far as they do, past quotes in it that are escaped. */
  private static final String QUOTED =
      "(?!\\[removed|[$<]|"
          + PLACEHOLDER
          + "(?:\\2|[,;]))"
          + NOT_BETWEEN_TEXTS
          + "(?:(?!\\2)(?:\\\\{3}.|\\\\.|[^\\\\\r\n])){1,4000}+(?=\\2(?![\\w$@#/<{(\\[-]))";

  /** Code that makes or looks up a value does not tell it. */
  private static final String NO_CALL = "(?!\\s{0,4}+[(\\[])";

  private static final String LINE_START = "(?:^|\\n)";

  private static final String LINE_END = "\\r?\\n";

  private static final String IN_LINE = "[^\\r\\n]";

  /** The first one begins after the quote of the text. */
  private static final String ESCAPED_LINE_START = "(?:^|\\n|\\\\n|(?<!\\\\)[\"'])";

  private static final String ESCAPED_LINE_END = "(?:\\\\r)?\\\\n";

  private static final String IN_ESCAPED_LINE = "(?:[^\"\\\\\r\n]|\\\\[^nr])";

  /** Unlike a password it is also a word of prose and of code, and counts have such names. */
  private static final String PASS =
      "(?:" + SecretNames.PASS + "|(?<=[\"'])pass(?=" + QUOTE + "))" + EQUALS;

  /** In an assignment with blanks, as code has them, a word is the name of something else. */
  private static final String NO_NAME = "(?:(?<!\\s)|" + mixed(VALUE) + ")";

  private static final String NO_NUMBER = "(?!\\d{1,10}+(?!" + VALUE + "))";

  /** A value in quotes that has a name and a value itself has its quotes as part of it. */
  private static final String COOKIES =
      "[\\w.-]{1,200}+=(?:(?<==)\\\\?\"[^\"\\\\\r\n]{0,4000}+\\\\?\"|[^\r\n\"'\\\\]){1,4000}+";

  /** A lexer has tokens that are words. */
  private static final String TOKEN_OF_GRAMMAR =
      "[\\w:.-]{0,40}token(?:\\s[^<>]{0,200}+)?>[A-Za-z]{1,100}+<";

  private static final String ELEMENT =
      "<(?!"
          + TOKEN_OF_GRAMMAR
          + ")[\\w:.-]{0,40}(?:"
          + PASSWORD
          + "|"
          + SECRET
          + "|"
          + SecretNames.PASS
          + ")(?:\\s[^<>]{0,200}+)?>";

  /** What a container of such a name publishes. */
  private static final String PORTS = "[\\d.]{1,20}+:\\d";

  /** Commands that take a password after one letter. */
  private static final String COMMAND =
      "(?<![\\w-])(?:curl\\s(?:[^\\r\\n|;]{0,200}?\\s)?(?:-u|--user)[ =]{0,4}+"
          + "(?:"
          + QUOTE
          + ")?+[^\\s:/@\"']{1,100}+:"
          + "|mysql\\w{0,10}+\\s(?:[^\\r\\n|;&]{0,200}?\\s)?(?-i:-p)(?!"
          + PORTS
          + ")(?:"
          + QUOTE
          + ")?+"
          + "|sshpass\\s{1,4}+-p\\s{0,4}+(?:"
          + QUOTE
          + ")?+"
          + "|machine\\s{1,4}+[^\\s]{1,100}+\\s{1,40}+login\\s{1,4}+[^\\s]{1,100}+\\s{1,40}+password\\s{1,4}+)";

  private static final String AUTHORIZATION = "authorization";

  private static final String SCHEME = "(?:basic|bearer|token|api-?key|key|negotiate|ntlm)";

  private static final String SCHEME_WITH_PARAMETERS =
      "(?:digest|hawk|oauth|signature|aws4-hmac-sha256)";

  /** If its text is cut, the closing quote is missing. */
  private static final String PARAMETER =
      "[\\w-]{1,60}+=(?:\\\\?\"[^\"\\\\\r\n]{0,2000}+(?:\\\\?\")?+|'[^'\r\n]{0,2000}+'?+"
          + "|[^\\s,\"'\\\\]{1,2000}+)";

  private static final String PARAMETERS =
      PARAMETER + "(?:\\s{0,40}+,\\s{0,40}+" + PARAMETER + "){0,40}+";

  private static final String USER = "[^\\s:/@\"']";

  private static final String NO_DATE_OR_SCHEME = "(?!\\d{4}-\\d\\d-\\d\\d|aws4-)";

  /** Addresses, paths and times of day have a colon or slash early. */
  private static final String CREDENTIAL_START = "[^\\s\"'\\\\,;&<>(){}\\[\\]:/]";

  private static final List<Form> FORMS =
      List.of(
          new Form(
              "private key",
              Pattern.compile(
                  "()-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[^-]{0,20000}+"
                      + "(?:-[^-]{1,20000}+){0,8}+(?:-----END [A-Z0-9 ]{0,40}-----)?"),
              "-----begin "),
          word("github token", "gh[pousr]_[A-Za-z0-9]{20,255}+", "gh"),
          word("github token", "github_pat_\\w{20,255}+", "github_pat_"),
          word("gitlab token", "glpat-[A-Za-z0-9_-]{16,255}+", "glpat-"),
          word("slack token", "xox[a-z]-[A-Za-z0-9-]{10,255}+", "xox"),
          word("stripe key", "[rs]k_(?:live|test)_[A-Za-z0-9]{10,255}+", "k_live_", "k_test_"),
          word("aws key", "(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])", "akia", "asia"),
          word("google key", "AIza[A-Za-z0-9_-]{35}", "aiza"),
          word("google token", "ya29\\.[A-Za-z0-9_-]{20,1000}+", "ya29."),
          word("api key", "sk-[A-Za-z0-9_-]{20,255}+", "sk-"),
          word("npm token", "npm_[A-Za-z0-9]{36}", "npm_"),
          word("pypi token", "pypi-[A-Za-z0-9_-]{50,1000}+", "pypi-"),
          word("hugging face token", "hf_[A-Za-z0-9]{30,255}+", "hf_"),
          word("sendgrid key", "SG\\.[\\w-]{16,255}+\\.[\\w-]{16,255}+", "sg."),
          word("jwt", "eyJ[\\w-]{8,}+\\.[\\w-]{8,}+\\.[\\w-]*+", "eyj"),
          word(
              "slack webhook",
              "hooks\\.slack\\.com/[a-z]{1,20}/[\\w/-]{16,255}+",
              "hooks.slack.com/"),
          value("cookie", "(?<![\\w-])(?:set-)?cookie\\s{0,4}+:\\s{0,4}+", COOKIES, "cookie"),
          value(
              "password",
              COMMAND,
              NO_PLACEHOLDER + "[^\\s\"'\\\\]{1,200}+",
              "curl",
              "mysql",
              "pass"),
          value("secret", ELEMENT, "(?!\\[removed|[${])[^<>\\s][^<>]{0,4000}+(?=</)", "</"),
          value("password", "://[^\\s:/@\"']{0,100}+:", "[^\\s/@\"']{1,200}+(?=@)", "://"),
          value("token", "://", mixed(USER) + USER + "{16,200}+(?=@)", "://"),
          value(
              "authorization",
              AUTHORIZATION + IS + VALUE_QUOTE + SCHEME + "\\s{1,4}+",
              "[\\w.~+/=-]{1,4000}+",
              "authorization"),
          value(
              "authorization",
              AUTHORIZATION + IS + VALUE_QUOTE + SCHEME_WITH_PARAMETERS + "\\s{1,4}+",
              PARAMETERS,
              "authorization"),
          value(
              "authorization",
              AUTHORIZATION + EQUALS + VALUE_QUOTE + "(?:oauth\\s{1,4}+)?+" + NO_DATE_OR_SCHEME,
              mixed(CREDENTIAL_START) + CREDENTIAL_START + "{8,4000}+" + VALUE + "{0,4000}+",
              "authorization"),
          value("authorization", "(?<![a-z])bearer\\s{1,4}+", "[\\w.~+/=-]{20,4000}+", "bearer"),
          password(NAME_REST + blockStart(LINE_START, LINE_END), blockLines(LINE_END, IN_LINE)),
          password(
              NAME_REST + blockStart(ESCAPED_LINE_START, ESCAPED_LINE_END),
              blockLines(ESCAPED_LINE_END, IN_ESCAPED_LINE)),
          secret(blockStart(LINE_START, LINE_END), blockLines(LINE_END, IN_LINE)),
          secret(
              blockStart(ESCAPED_LINE_START, ESCAPED_LINE_END),
              blockLines(ESCAPED_LINE_END, IN_ESCAPED_LINE)),
          password(IS + OPENING, QUOTED),
          value("password", PASS + OPENING, QUOTED, "pass"),
          value(
              "password",
              PASS + VALUE_QUOTE + NO_PLACEHOLDER + NO_NUMBER + NO_NAME,
              VALUE + "{1,500}+" + NO_CALL,
              "pass"),
          password(ASSIGNED, VALUE + "{1,500}+"),
          secret(EQUALS + OPENING, QUOTED),
          secret(EQUALS + VALUE_QUOTE + NO_PLACEHOLDER, VALUE + "{1,1000}+" + NO_CALL),
          value(
              "secret",
              SecretNames.STORE_KEY + EQUALS + VALUE_QUOTE + NO_PLACEHOLDER,
              mixed(VALUE) + VALUE + "{1,1000}+" + NO_CALL,
              "key"),
          secret(ASSIGNED, mixed(VALUE) + VALUE + "{12,1000}+"));

  private Secrets() {}

  /**
   * A kind of secret.
   *
   * @param pattern whose first group is kept
   * @param hints of which one is in every text with such a secret, in small letters; they are found
   *     faster than the pattern is
   */
  private record Form(String name, Pattern pattern, List<String> hints) {

    Form(String name, Pattern pattern, String... hints) {
      this(name, pattern, List.of(hints));
    }

    boolean isLikelyIn(String inSmallLetters) {
      return hints.stream().anyMatch(inSmallLetters::contains);
    }

    String removedFrom(String text) {
      return pattern.matcher(text).replaceAll("$1[removed: " + name + "]");
    }
  }

  private static Form word(String name, String form, String... hints) {
    return new Form(name, Pattern.compile("()" + NO_WORD_BEFORE + form), hints);
  }

  private static Form value(String name, String before, String form, String... hints) {
    Pattern pattern = Pattern.compile("(" + before + ")" + form, Pattern.CASE_INSENSITIVE);
    return new Form(name, pattern, hints);
  }

  private static Form password(String afterName, String form) {
    return value("password", PASSWORD + afterName, form, "pass", "pwd");
  }

  private static Form secret(String afterName, String form) {
    return value(
        "secret", SECRET + afterName, form, "secret", "token", "key", "credential", "cookie");
  }

  /** Its second group is the indent of the name, its third one the blank after a dash. */
  private static String blockStart(String lineStart, String lineEnd) {
    String indent = "([ \\t]{0,100})(?:-( ))?[^ \\t\\r\\n-]";
    String sign = ":[ \\t]{0,4}+" + BLOCK_SIGN;
    String rest = "[ \\t]{0,100}+(?:#[^\\r\\n\\\\]{0,200}+)?";
    return "(?:%s)?\\s{0,4}+%s(?<=%s%s[^\\r\\n]{0,100})%s%s"
        .formatted(QUOTE, sign, lineStart, indent, rest, nextLine(lineEnd));
  }

  /** All lines that have a deeper indent than the name, and blank ones between them. */
  private static String blockLines(String lineEnd, String character) {
    return "(?!(?:\\[removed|[$<])%1$s(?!%2$s))%1$s(?:%2$s%1$s)*+"
        .formatted(character + "++", nextLine(lineEnd));
  }

  private static String nextLine(String lineEnd) {
    String blankLines = "(?:" + lineEnd + "[ \\t]{0,100}+(?=" + lineEnd + ")){0,20}+";
    return blankLines + lineEnd + "\\2(?:\\3\\3|(?!\\3))[ \\t]{1,100}+";
  }

  /** A key as people do not write words: with letters and digits. */
  private static String mixed(String character) {
    return "(?=" + character + "{0,100}\\d)(?=" + character + "{0,100}[A-Za-z])";
  }

  /** A text in which each key or token says what stood there. */
  static String removedFrom(String text) {
    String inSmallLetters = text.toLowerCase(Locale.ROOT);
    String left = text;
    for (Form form : FORMS) {
      left = form.isLikelyIn(inSmallLetters) ? form.removedFrom(left) : left;
    }
    return left;
  }
}
