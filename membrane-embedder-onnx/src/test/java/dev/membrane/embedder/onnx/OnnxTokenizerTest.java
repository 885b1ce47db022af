package dev.membrane.embedder.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class OnnxTokenizerTest {

  private static final Pattern ESCAPED = Pattern.compile("\\\\u([0-9a-f]{4})");

  private static OnnxTokenizer tokenizer;

  @BeforeAll
  static void read() throws IOException {
    tokenizer =
        OnnxTokenizer.of(new OnnxResources(OnnxTokenizer.class.getClassLoader()).tokenizer());
  }

  /** Made with ai.djl.huggingface:tokenizers 0.36.0, truncation on: numbers, a tab, the text. */
  @Test
  void texts_become_the_numbers_that_the_models_own_tokenizer_makes() throws IOException {
    List<String> lines = lines("tokens.tsv");
    assertThat(lines).hasSizeGreaterThan(40);
    for (String line : lines) {
      String[] parts = line.split("\t", 2);
      long[] expected = Arrays.stream(parts[0].split(" ")).mapToLong(Long::parseLong).toArray();
      assertThat(tokenizer.tokens(unescaped(parts[1]))).as(parts[1]).isEqualTo(expected);
    }
  }

  @Test
  void a_mark_of_the_model_within_a_text_is_text() {
    assertThat(tokenizer.tokens("a [SEP] b")).hasSize(7).containsOnlyOnce(102);
  }

  @Test
  void no_text_becomes_more_than_the_model_reads() {
    for (String text : List.of("漢", "a ", "ab\u0301", "\uD83E\uDD80 ", "#", "zqxj")) {
      long[] tokens = tokenizer.tokens(text.repeat(100_000));
      assertThat(tokens.length).isBetween(3, OnnxTokenizer.MAX_TOKENS);
      assertThat(tokens[tokens.length - 1]).isEqualTo(102);
    }
  }

  @Test
  void what_lies_beyond_the_limit_is_not_looked_at() {
    String spaces = " ".repeat(OnnxTokenizer.MAX_CHARACTERS - 1);
    assertThat(tokenizer.tokens(spaces + "a")).hasSize(3);
    assertThat(tokenizer.tokens(spaces + " a")).hasSize(2);
  }

  @Test
  void a_vocabulary_that_is_none_is_said_to_be_none() {
    assertThatThrownBy(() -> OnnxTokenizer.of("{}"))
        .isInstanceOf(IOException.class)
        .hasMessage("the tokenizer has no model");
    assertThatThrownBy(() -> OnnxTokenizer.of("{\"model\": {\"vocab\": {\"a\": 1}}}"))
        .isInstanceOf(IOException.class)
        .hasMessage("the vocabulary has no [CLS]");
  }

  private static String unescaped(String text) {
    return ESCAPED
        .matcher(text)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    Character.toString((char) Integer.parseInt(found.group(1), 16))));
  }

  private static List<String> lines(String name) throws IOException {
    try (InputStream in = OnnxTokenizerTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }
}
