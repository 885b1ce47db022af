package dev.membrane.internal.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TextAnalyzerTest {

  private final TextAnalyzer analyzer = new TextAnalyzer();

  @Test
  void words_are_lower_case_stemmed_and_without_stop_words() {
    assertThat(analyzer.terms("The Deployments were FAILING, weren't they?"))
        .containsExactly("deploy", "fail");
  }

  @Test
  void the_verb_may_is_a_stop_word_and_the_month_and_the_name_are_none() {
    for (String verb : List.of("it may rain", "May it rain?", "Ann: May I? May we?", "may Ann")) {
      assertThat(analyzer.terms(verb)).as(verb).containsAnyOf("rain", "ann").doesNotContain("may");
    }
    for (String other :
        List.of(
            "in may we",
            "7 may we",
            "the 7th of may",
            "may 7",
            "this may",
            "May said",
            "a May",
            "In May I",
            "mid-may",
            "m\u00e1y t\u00ednh",
            "may_be",
            "MAY 7")) {
      assertThat(analyzer.terms(other)).as(other).contains("may");
    }
  }

  @Test
  void accents_and_widths_do_not_matter() {
    assertThat(analyzer.terms("Crème BRÛLÉE ｆｕｌｌ ﬁle Ångström Łódź"))
        .isEqualTo(analyzer.terms("creme brulee full file angstrom lodz"));
    assertThat(analyzer.terms("cafe\u0301")).containsExactly("cafe");
    assertThat(analyzer.terms("ά Ё й")).containsExactly("α", "е", "и");
  }

  @Test
  void possessives_and_typographic_apostrophes_are_folded() {
    assertThat(analyzer.terms("Caroline's Caroline’s Caroline")).containsOnly("carolin").hasSize(3);
    assertThat(analyzer.terms("don’t don't")).isEmpty();
  }

  @Test
  void compounds_give_the_whole_and_its_parts() {
    assertThat(analyzer.terms("find_user_id_by_email"))
        .containsExactlyInAnyOrder("find_user_id_by_email", "find", "user", "id", "email");
    assertThat(analyzer.terms("auth.go")).containsExactlyInAnyOrder("auth.go", "auth", "go");
    assertThat(analyzer.terms("getUserName"))
        .containsExactlyInAnyOrder("getusernam", "get", "user", "name");
    assertThat(analyzer.terms("ann.lee@example.com"))
        .containsExactlyInAnyOrder("ann.le", "ann", "lee", "example.com", "exampl", "com");
    assertThat(analyzer.terms("#W4923227")).containsExactly("w4923227");
  }

  @Test
  void words_before_and_after_an_apostrophe_are_found() {
    assertThat(analyzer.terms("O'Brien")).containsExactlyInAnyOrder("o'brien", "o", "brien");
    assertThat(analyzer.terms("l’onduleur"))
        .containsExactlyInAnyOrder("l'onduleur", "l", "onduleur");
    assertThat(analyzer.terms("Ankara'ya")).contains("ankara");
    assertThat(analyzer.terms("that'd HOW'D")).containsExactlyInAnyOrder("that'd", "how'd");
  }

  @Test
  void numbers_are_kept_whole() {
    assertThat(analyzer.terms("42 3.14 1,000 2024-05-01"))
        .containsExactly("42", "3.14", "1,000", "2024", "05", "01");
    assertThat(analyzer.terms("٤٢")).containsExactly("42");
  }

  @Test
  void cjk_gives_characters_and_pairs() {
    assertThat(analyzer.terms("数据库")).containsExactlyInAnyOrder("数", "数据", "据", "据库", "库");
    assertThat(analyzer.terms("サーバ")).contains("サー", "ーバ");
    assertThat(analyzer.terms("한국")).contains("한국");
  }

  @Test
  void other_scripts_are_read() {
    assertThat(analyzer.terms("مُحَمَّد")).isEqualTo(analyzer.terms("محمد")).hasSize(1);
    assertThat(analyzer.terms("Привет, мир")).containsExactly("привет", "мир");
    assertThat(analyzer.terms("नमस्ते दुनिया")).hasSize(2);
  }

  @Test
  void arabic_words_are_found_with_and_without_their_article() {
    assertThat(analyzer.terms("القهوة")).isEqualTo(analyzer.terms("قهوة")).hasSize(1);
    assertThat(analyzer.terms("بالجامعة")).isEqualTo(analyzer.terms("الجامعة"));
    assertThat(analyzer.terms("للجامعة")).isEqualTo(analyzer.terms("الجامعة"));
    assertThat(analyzer.terms("أحمد")).isEqualTo(analyzer.terms("احمد"));
    assertThat(analyzer.terms("الله")).hasSize(1).isNotEqualTo(analyzer.terms("له"));
    assertThat(analyzer.terms("والد")).hasSize(1).isNotEqualTo(analyzer.terms("الد"));
  }

  @Test
  void an_arabic_preposition_is_not_taken_for_a_name() {
    assertThat(analyzer.terms("على الطاولة")).isEqualTo(analyzer.terms("الطاولة"));
    assertThat(analyzer.terms("علي")).hasSize(1);
  }

  @Test
  void thai_and_its_neighbours_give_pairs() {
    assertThat(analyzer.terms("กาแฟ")).containsExactlyInAnyOrder("กา", "าแ", "แฟ");
    assertThat(analyzer.terms("ฉันชอบกาแฟเย็น")).contains("กา", "าแ", "แฟ");
    assertThat(analyzer.terms("ကော်ဖီ coffee")).contains("ဖီ", "coffe");
    assertThat(analyzer.terms("ข้อ ก")).contains("ก");
  }

  @Test
  void an_emoji_is_a_term_and_punctuation_is_not() {
    assertThat(analyzer.terms("ship it 🚀 ❤️ ❤")).containsExactly("ship", "🚀", "❤", "❤");
    assertThat(analyzer.terms("?!... --- \"*\" AND NEAR( ^:;{}[]")).containsExactly("near");
    assertThat(analyzer.terms("")).isEmpty();
  }

  @Test
  void no_more_than_ten_thousand_terms_are_read() {
    assertThat(analyzer.terms("word ".repeat(TextAnalyzer.MAX_TERMS + 5)))
        .hasSize(TextAnalyzer.MAX_TERMS);
  }

  @Test
  void a_text_that_was_not_read_to_its_end_leaves_nothing_to_the_next() {
    List<String> cut =
        List.of(
            "日本語".repeat(9_000),
            "กาแฟ".repeat(9_000),
            "getUserName ".repeat(9_000),
            "dog's 1.5 ".repeat(9_000));
    for (String text : cut) {
      // One word more, so that the cut is within a word of several terms.
      assertThat(analyzer.terms("x " + text)).hasSize(TextAnalyzer.MAX_TERMS);
      assertThat(analyzer.terms("Berlin")).containsExactly("berlin");
      assertThat(analyzer.terms("")).isEmpty();
    }
  }

  @Test
  void marks_without_end_on_one_letter_take_linear_time() {
    String marks = "\u0301".repeat(500_000) + "\u0316".repeat(500_000);
    assertThat(
            assertTimeoutPreemptively(
                Duration.ofSeconds(60), () -> analyzer.terms("Zo\u00eb b" + marks)))
        .containsExactly("zoe", "b");
  }

  @Test
  void long_words_become_several_terms() {
    List<String> terms = analyzer.terms("x".repeat(150));
    assertThat(terms).hasSize(3).allMatch(term -> term.length() <= TextAnalyzer.MAX_TERM);
  }

  @Test
  void whatever_the_text_terms_are_short_and_clean() {
    long seed = 20261;
    Random random = new Random(seed);
    for (int round = 0; round < 300; round++) {
      String text =
          random
              .ints(random.nextInt(400), 0, 0x1FFFF)
              .filter(c -> Character.isDefined(c) && Character.getType(c) != Character.SURROGATE)
              .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
              .toString();
      assertThat(analyzer.terms(text))
          .as("seed %s round %s", seed, round)
          .allSatisfy(TextAnalyzerTest::isShortAndClean);
    }
  }

  @Test
  void long_runs_of_letters_outside_the_basic_plane_stay_whole_characters() {
    assertThat(analyzer.terms("𐐨".repeat(500)))
        .isNotEmpty()
        .allSatisfy(TextAnalyzerTest::isShortAndClean);
    assertThat(analyzer.terms("ﷺ".repeat(200))).allSatisfy(TextAnalyzerTest::isShortAndClean);
  }

  @Test
  void threads_do_not_disturb_each_other() {
    List<String> expected = analyzer.terms("running shoes_for getUserName 数据库");
    assertThat(
            IntStream.range(0, 2_000)
                .parallel()
                .mapToObj(i -> analyzer.terms("running shoes_for getUserName 数据库")))
        .allMatch(expected::equals);
  }

  private static void isShortAndClean(String term) {
    assertThat(term).isNotEmpty();
    assertThat(term.codePointCount(0, term.length())).isBetween(1, TextAnalyzer.MAX_TERM);
    assertThat(term.codePoints())
        .noneMatch(c -> Character.isWhitespace(c) || Character.isISOControl(c) || c == 0xA0)
        .noneMatch(c -> Character.getType(c) == Character.SURROGATE);
  }
}
