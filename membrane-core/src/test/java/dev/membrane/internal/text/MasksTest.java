package dev.membrane.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MasksTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Hi, I am Yusuf Rossi in 19122.       | Hi, I am {{name}} in {{number}}.
          Cancel order #W5744371, please       | Cancel order {{id}}, please
          write to ann.lee@example.com today   | write to {{email}} today
          pay $1,234.50 by 2026-01-31          | pay {{number}} by {{number}}
          set the title to "Old Times"         | set the title to {{quoted}}
          Please cancel it. Thanks a lot       | Please cancel it. Thanks a lot
          I'm sure that I don't want it        | I'm sure that I don't want it
          use the new USB hub                  | use the new USB hub
          * **Cancel** it                      | * **Cancel** it
          please ask **Zoltan** about it       | please ask **{{name}}** about it
          please ask\u00A0Zoltan about it      | please ask\u00A0{{name}} about it
          Name:\u00A0Zoltan                    | Name:\u00A0{{name}}
          J.\u00A0Zoltan has it                | J.\u00A0{{name}} has it
          Zoltan\u00A0Kovacs has it            | {{name}} has it
          user_id_9 and mia_li                 | {{id}} and mia_li
          order #AB-CD for @mia_li, e.g. in C# | order {{id}} for {{id}}, e.g. in C#
          call it ‘old times’ or «new times»   | call it {{quoted}} or {{quoted}}
          call it „alt“ or 「古い」             | call it {{quoted}} or {{quoted}}
          call it 'O'Brien's file', don't ask  | call it {{quoted}}, don't ask
          look at name=Mia and (Bob), please   | look at name={{name}} and ({{name}}), please
          note (Please wait). Name: Mia        | note (Please wait). Name: {{name}}
          ask J. Smith or T.S. Eliot, plan B. Refund it | ask J. {{name}} or T.S. {{name}}, plan B. Refund it
          Mia's card is lost. Today's mail     | {{name}} card is lost. Today's mail
          Maria Lopez wants a refund           | {{name}} wants a refund
          I am Ada. Ada needs it               | I am {{name}}. {{name}} needs it
          Ann's bag is lost, as Ann says       | {{name}} bag is lost, as {{name}} says
          Maria wants a refund                 | Maria wants a refund
          Cancel Maria's flight. Cancel it     | Cancel {{name}} flight. Cancel it
          Emailing Bob helps. Is Bob there?    | Emailing {{name}} helps. Is {{name}} there?
          Hello Bob! Thanks Bob. Good morning  | Hello {{name}}! Thanks {{name}}. Good morning
          The Visa card. Nothing else          | The {{name}} card. Nothing else
          ask Pat O'Brien or Jo McDonald       | ask {{name}} or {{name}}
          O'Brien Smith-D’Arcy pays            | {{name}} pays
          for Ada LeBron, the LaTeX user       | for {{name}}, the LaTeX user
          ask Mia Li. MIA LI IT MUST BE        | ask {{name}}. {{name}} IT MUST BE
          my name is MIA O'BRIEN, hi           | my name is {{name}}, hi
          I am MIA LI and MIA is here          | I am {{name}} and {{name}} is here
          I AM ANGRY WITH THE USB HUB          | I AM ANGRY WITH THE USB HUB
          Ich brauche eine neue Rechnung.      | Ich brauche eine neue Rechnung.
          Guten Tag, ich hätte gern das Rezept | Guten Tag, ich hätte gern das Rezept
          ich möchte zu Dr. Weber              | ich möchte zu Dr. {{name}}
          bei Frau Dr. Schmidt-Meier, bitte    | bei Frau Dr. {{name}}, bitte
          please call Dr. Smith. He knows      | please call Dr. {{name}}. He knows
          it is for Mrs. Li and Mr Bo          | it is for Mrs. {{name}} and Mr {{name}}
          einen Termin für Frau Meier, bitte   | einen Termin für Frau {{name}}, bitte
          Ich bin Omar Haddad. Haddad zahlt    | Ich bin {{name}}. {{name}} zahlt
          Mein Name ist Li, und Li braucht das | Mein Name ist {{name}}, und {{name}} braucht das
          Please call Müller und Sohn          | Please call {{name}} und {{name}}
          Vil du ringe til Hansen og den Anna? | Vil du ringe til {{name}} og den {{name}}?
          Hallo, Licht an in der Küche         | Hallo, Licht an in der Küche
          Sag den Termin am 1.9. mit Ute Beck ab | Sag den Termin am {{number}}. mit {{name}} ab
          Überweise die Miete an Ute Beck      | Überweise die Miete an {{name}}
          アラームを07:30にセットして           | アラームを{{number}}にセットして
          佐藤さんに1200円を送って              | 佐藤さんに{{number}}円を送って
          帮我订3张去上海的火车票               | 帮我订{{number}}张去上海的火车票
          예약번호AB123을 취소해 줘             | 예약번호{{id}}을 취소해 줘
          メールはann@example.comに送って       | メールは{{email}}に送って
          宛先はann@例え.jp                     | 宛先は{{email}}
          """)
  void only_what_one_case_is_about_is_taken_out(String text, String masked) {
    assertThat(Masks.named(text)).isEqualTo(masked);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Maria                       | {{name}} wants a refund
          Maria Anna Lopez            | {{name}} wants a refund
          MARIA LOPEZ                 | {{name}} wants a refund
          12 Maria Street             | {{name}} wants a refund
          MARIA                       | Maria wants a refund
          Maria and her cat           | Maria wants a refund
          maria_lopez_12              | {{name}} wants a refund
          maria.lopez@example.com     | {{name}} wants a refund
          Maria has lost her card now | Maria wants a refund
          maria                       | Maria wants a refund
          """)
  void a_name_that_is_known_from_elsewhere_begins_a_sentence(String value, String masked) {
    assertThat(Masks.named("Maria wants a refund", Names.ofValue(value))).isEqualTo(masked);
    assertThat(Masks.named("Refund it. Refund now", Names.ofValue("Refund")))
        .isEqualTo("Refund it. Refund now");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          mia_li_12          | true
          mia@example.com    | true
          2026-05-01         | true
          54.04              | true
          #W2611340          | true
          h264               | true
          7 Elm              | true
          us-east-1          | false
          gpt-4.1            | false
          Mia Li             | true
          MIA LI             | true
          Maria van der Berg | true
          Zoe M. Kovacs      | true
          Zoe\u00A0Kovacs    | true
          van der            | false
          economy            | false
          Economy            | false
          In Progress        | false
          Main.App           | false
          Li, Mia.           | true
          @types/node        | false
          no longer needed   | false
          USD                | false
          """)
  void the_looks_of_a_value_tell_whether_it_is_of_one_case(String value, boolean isOfOneCase) {
    assertThat(Masks.isOfOneCase(value)).isEqualTo(isOfOneCase);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          HTTP 404 Not Found             | HTTP 404 Not Found
          Internal Server Error          | Internal Server Error
          no row W5744371 in 'Orders'    | no row {{id}} in 'Orders'
          born 1984-02-11, ann@mail.it   | born {{number}}, {{email}}
          Bianchi has ticket 9000001     | Bianchi has ticket {{number}}
          {{order_12345}} is {{x}} 12345 | {{order_12345}} is {{x}} {{number}}
          """)
  void an_error_keeps_its_title_and_its_code(String text, String masked) {
    assertThat(Masks.namedInError(text)).isEqualTo(masked);
  }

  @Test
  void what_was_masked_stays_as_it_is() {
    assertThat(Masks.named("for {{order_1}} and {{Name}} of Ann"))
        .isEqualTo("for {{order_1}} and {{Name}} of {{name}}");
  }

  @Test
  void among_nouns_a_value_of_one_word_is_no_name() {
    assertThat(Names.of("Ich hätte gern eine Rechnung", List.of("Rechnung", "Omar Haddad")))
        .containsExactlyInAnyOrder("Omar", "Haddad");
  }

  @Test
  void a_name_in_capitals_is_one_where_it_is_known() {
    assertThat(Masks.named("REFUND MIA NOW", Names.ofValue("Mia Li")))
        .isEqualTo("REFUND {{name}} NOW");
  }

  @Test
  void nothing_is_left_of_it_where_it_is_blanked() {
    assertThat(Masks.blanked("ask Mia Li about order W12", Set.of()).split(" +"))
        .containsExactly("ask", "about", "order");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "I AM ",
        "I AM AB ",
        "O'",
        "AB-",
        "a",
        "\"",
        "'",
        "“",
        "a'",
        "A",
        "a.",
        "1a",
        "@",
        " A",
        "-",
        "%a",
        "A b ",
        "Ab ",
        "Ab. ",
        "Ab-",
        "O'Ab-"
      })
  void a_long_text_takes_no_time(String part) {
    Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(20), () -> Masks.named(part.repeat(200_000 / part.length())));
  }
}
