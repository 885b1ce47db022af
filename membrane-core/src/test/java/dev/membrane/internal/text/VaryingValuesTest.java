package dev.membrane.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VaryingValuesTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Rosa Bianchi | cancel it for Rosa Bianchi       | cancel it for {{who}}
          rosa bianchi | cancel rosa bianchi's visit      | cancel {{who}}'s visit
          rosa bianchi | cancel ROSA BIANCHI’S visit      | cancel {{who}}’S visit
          bianchi      | the (bianchi-family), to:Bianchi | the ({{who}}-family), to:{{who}}
          İbrahim      | İbrahim and İBRAHİM              | {{who}} and {{who}}
          straße       | straße, Straße, STRASSE or strasse | {{who}}, {{who}}, {{who}} or {{who}}
          WEISS        | weiß und Weiß                    | {{who}} und {{who}}
          ışık         | IŞIK and ışık                    | {{who}} and {{who}}
          ΣΩΚΡΑΤΗΣ     | ο σωκράτης                       | ο {{who}}
          ayşe yılmaz  | ayşe yılmaz'ın randevusu         | {{who}}'ın randevusu
          Ingrid Olsen | l'ami d'Ingrid Olsen             | l'ami d'{{who}}
          zoë märtens  | for ZOE  Märtens, now            | for {{who}}, now
          zoë          | ask zoe\u0308 or zoe             | ask {{who}} or {{who}}
          Omar Haddad  | name:omar_haddad, now            | name:{{who}}, now
          mia_li_12    | mia_li_12 or mia li 12           | {{who}} or {{who}}
          Anna         | for Anna,please. users/mia/Anna/x | for {{who}},please. users/mia/{{who}}/x
          Anna         | Anna.Thanks a/b/anna/c Anna+Bob  | {{who}}.Thanks a/b/{{who}}/c {{who}}+Bob
          @anna_b      | ask @anna_b to come              | ask @{{who}} to come
          I lost my card. | well, I lost my card. Help    | well, {{who}}. Help
          +49 170 1234 | call +49 170 1234 now            | call +{{who}} now
          12345        | order #12345 or 12345-6          | order #{{who}} or 12345-6
          one two three four five six seven eight nine | is it one two three four five six seven eight nine? | is it {{who}}?
          A棟東京都港区 | 住所はA棟東京都港区です            | 住所は{{who}}です
          DE           | el vuelo de Anna a DE            | el vuelo de Anna a {{who}}
          B12          | seat b12                         | seat {{who}}
          kim          | please book kim, kimono          | please book {{who}}, kimono
          oak          | the oak, not oaken or soak       | the {{who}}, not oaken or soak
          田中太郎     | 患者の田中太郎さんの予約         | 患者の{{who}}さんの予約
          李雷         | 请帮李雷取消预约                 | 请帮{{who}}取消预约
          김민준       | 김민준님의 예약을 취소           | {{who}}님의 예약을 취소
          สมชายใจดี      | ช่วยยกเลิกนัดของสมชายใจดีด้วย       | ช่วยยกเลิกนัดของ{{who}}ด้วย
          大小         | 大小きい 大 小                   | {{who}}きい 大 小
          whom         | {{whom}} asked whom it was       | {{whom}} asked {{who}} it was
          """)
  void a_value_is_found_where_it_is_a_word(String value, String text, String masked) {
    assertThat(new VaryingValues(Map.of(value, "who")).maskedIn(text)).isEqualTo(masked);
    assertThat(SoughtValues.of(List.of(value, "nowhere")).in(text)).containsExactly(value);
  }

  /** Fewer words may be a name, and so may words of which none is an ordinary one. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          add a dark mode to it      | Add a dark mode to it.              | Add a dark mode to it.
          add a dark mode to it      | Please add a dark mode to it, today | Please {{who}}, today
          rosa bianchi               | rosa bianchi                        | {{who}}
          rosa maria bianchi conti   | rosa maria bianchi conti            | {{who}}
          ask rosa                   | ask rosa                            | {{who}}
          """)
  void a_sentence_that_is_most_of_a_task_is_not_masked(String value, String text, String masked) {
    assertThat(new VaryingValues(Map.of(value, "who")).maskedInTask(text)).isEqualTo(masked);
    assertThat(new VaryingValues(Map.of(value, "who")).maskedIn(text)).contains("{{who}}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          zoe quux           | order for zoe Quux and Zed      | order for {{name}} and {{name}}
          zoe quux           | order for Zoe quux, please      | order for {{name}}, please
          Maria van der Berg | order for maria van der Berg    | order for {{name}}
          maria van der berg | MARIA VAN DER BERG, for Maria   | {{name}}, for {{name}}
          rosa li in rome    | ask Rosa or rosa li in Rome now | ask {{name}} or {{name}} now
          فاطمة FERREIRA-GOMES | order (فاطمة Ferreira-Gomes) now | order ({{name}}) now
          zoe quux           | order for Zoe Quux              | order for {{name}}
          zoe quux           | order for zoe quux of Zed       | order for zoe quux of {{name}}
          luc                | order for Jean-Luc              | order for {{name}}
          12 elm street      | ship to 12 elm street, Zed      | ship to {{number}} elm street, {{name}}
          add a dark mode to Safari | Add a dark mode to Safari | Add a dark mode to {{name}}
          """)
  void a_value_of_which_a_part_is_a_name_is_one(String value, String text, String masked) {
    VaryingValues values = new VaryingValues(Map.of(value, "who"));
    assertThat(values.namedInTask(text, Names.of(text, List.of(value)))).isEqualTo(masked);
  }

  @Test
  void other_values_in_such_a_sentence_are_masked() {
    String text = "call rosa bianchi about the visit";
    assertThat(new VaryingValues(Map.of(text, "note", "rosa bianchi", "who")).maskedInTask(text))
        .isEqualTo("call {{who}} about the visit");
  }

  @ParameterizedTest
  @ValueSource(strings = {"12", "a", "the", "new", "大", "..."})
  void a_short_number_and_a_short_ordinary_word_are_left_alone(String value) {
    String text = "the new 12 a 大 are here";
    assertThat(new VaryingValues(Map.of(value, "who")).maskedIn(text)).isEqualTo(text);
  }

  @Test
  void the_single_names_of_a_value_are_masked() {
    assertThat(new VaryingValues(Map.of("Rosa Bianchi", "who")).maskedIn("ask bianchi or Rosa's"))
        .isEqualTo("ask {{who}} or {{who}}'s");
  }

  @ParameterizedTest
  @ValueSource(strings = {"大", "a", "a-", "a'", "ab-ab'", "대한 ", "{{"})
  void a_long_text_takes_no_time(String part) {
    VaryingValues values = new VaryingValues(Map.of("大小", "x", "ab", "y", "대", "z"));
    Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(60),
        () -> {
          values.maskedIn(part.repeat(200_000 / part.length()));
          values.namedInTask(part.repeat(200_000 / part.length()), Set.of("Ab"));
        });
  }
}
