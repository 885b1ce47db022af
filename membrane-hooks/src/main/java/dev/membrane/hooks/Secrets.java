package dev.membrane.hooks;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Finds keys and tokens, by their form or by the name that is given to them. The patterns are
 * bounded and do not backtrack, so that the time is at most proportional to the length of the text.
 *
 * <p>A secret that has neither a known form nor a telling name is not found.
 */
final class Secrets {

  /** What stands for the value of a member whose name tells that it is secret. */
  static final String REMOVED_VALUE = "[removed: secret]";

  private static final String NO_WORD_BEFORE = "(?<![A-Za-z0-9_-])";

  private static final String PASSWORD = "(?:password|passwd|passphrase|pwd)";

  private static final String SECRET =
      "(?:secret|token|api[_-]?key|access[_-]?key|private[_-]?key|credentials?)";

  private static final String EQUALS = "\\\\?[\"']?\\s{0,4}+(?:=>|:=|[:=])\\s{0,4}+";

  /** The name may go on, such as {@code _file} or {@code s}. */
  private static final String IS = "[A-Za-z0-9_-]{0,40}+" + EQUALS;

  private static final String QUOTE = "\\\\?[\"']?";
  private static final String VALUE = "[^\\s\"'\\\\,;&<>(){}\\[\\]]";

  /** What documentation and code have there is the whole of it. */
  private static final String NO_PLACEHOLDER =
      "(?!\\[removed|[$<]|(?:\\*{1,40}+|null|true|false|none|nil|undefined|string|str|int|number"
          + "|bytes|any|required|optional)\\.?(?!"
          + VALUE
          + "))";

  private static final String ASSIGNED = IS + QUOTE + NO_PLACEHOLDER;

  /** Code that makes or looks up a value does not tell it. */
  private static final String NO_CALL = "(?!\\s{0,4}+[(\\[])";

  /** A key as people do not write words: with letters and digits. */
  private static final String MIXED = "(?=" + VALUE + "{0,100}\\d)(?=" + VALUE + "{0,100}[A-Za-z])";

  private static final String AUTHORIZATION = "authorization" + IS + QUOTE;

  private static final String SCHEME = "(?:basic|bearer|token|api-?key|key|negotiate|ntlm)";

  /** A text in quotes goes as far as they do. */
  private static final String QUOTED =
      "(?<=\")[^\"\\\\\r\n]{1,500}+(?=\\\\?\")|(?<=')[^'\r\n]{1,500}+(?=')";

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
          value("password", "://[^\\s:/@\"']{0,100}+:", "[^\\s/@\"']{1,200}+(?=@)", "://"),
          value("token", "://", MIXED + "[^\\s:/@\"']{16,200}+(?=@)", "://"),
          value(
              "authorization",
              AUTHORIZATION + SCHEME + "\\s{1,4}+",
              "[\\w.~+/=-]{1,4000}+",
              "authorization"),
          // Their parameters have quotes of their own.
          value(
              "authorization",
              AUTHORIZATION + "(?:digest|hawk|oauth|signature|aws4-hmac-sha256)\\s{1,4}+",
              "[^'\\r\\n]{1,4000}+",
              "authorization"),
          value("authorization", AUTHORIZATION, MIXED + VALUE + "{8,4000}+", "authorization"),
          value("authorization", "(?<![a-z])bearer\\s{1,4}+", "[\\w.~+/=-]{20,4000}+", "bearer"),
          value(
              "password",
              PASSWORD + ASSIGNED,
              "(?:" + QUOTED + "|" + VALUE + "{1,500}+)",
              "pass",
              "pwd"),
          value(
              "secret",
              SECRET + EQUALS + QUOTE + NO_PLACEHOLDER,
              VALUE + "{1,1000}+" + NO_CALL,
              "secret",
              "token",
              "key",
              "credential"),
          value(
              "secret",
              SECRET + ASSIGNED,
              MIXED + VALUE + "{12,1000}+",
              "secret",
              "token",
              "key",
              "credential"));

  private static final Pattern SECRET_NAME =
      Pattern.compile(
          PASSWORD
              + "|secret|api[_-]?key|access[_-]?key|private[_-]?key|credential|authorization|cookie"
              + "|token$|(?:auth|access|refresh|bearer|id|session)[_-]?token",
          Pattern.CASE_INSENSITIVE);

  private static final int LONGEST_NAME = 200;

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

  /** A text in which each key or token says what stood there. */
  static String removedFrom(String text) {
    String inSmallLetters = text.toLowerCase(Locale.ROOT);
    String left = text;
    for (Form form : FORMS) {
      left = form.isLikelyIn(inSmallLetters) ? form.removedFrom(left) : left;
    }
    return left;
  }

  /** Whether the name of a value tells that it is secret. */
  static boolean isNamedBy(String name) {
    return name.length() <= LONGEST_NAME && SECRET_NAME.matcher(name).find();
  }
}
