package dev.membrane.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys and tokens in what hosts tell. */
class SecretsTest extends SecretScenes {

  /** Made up here, so that nobody who looks for leaked keys finds one in this file. */
  private static final Map<String, String> SECRETS =
      Map.ofEntries(
          Map.entry("github token", "gh" + "p_" + LETTERS),
          Map.entry("github token ", "github" + "_pat_" + LETTERS),
          Map.entry("gitlab token", "gl" + "pat-" + LETTERS),
          Map.entry("slack token", "xo" + "xb-123456789012-" + LETTERS),
          Map.entry("stripe key", "sk" + "_live_" + LETTERS),
          Map.entry("aws key", "AKI" + "AIOSFODNN7EXAMPLE"),
          Map.entry("google key", "AI" + "za" + LETTERS.substring(0, 35)),
          Map.entry("api key", "s" + "k-ant-api03-" + LETTERS),
          Map.entry("npm token", "np" + "m_" + LETTERS),
          Map.entry("jwt", "ey" + "JhbGciOiJIUzI1NiJ9.ey" + "JzdWIiOiIxMjM0In0." + LETTERS),
          Map.entry("sendgrid key", "S" + "G." + LETTERS + "." + LETTERS));

  @Test
  void every_form_is_removed_wherever_it_stands_and_is_named() {
    SECRETS.forEach(
        (name, secret) ->
            assertThat(removed("use " + secret + ", or '" + secret + "'\n" + secret))
                .isEqualTo(
                    "use %1$s, or '%1$s'\n%1$s".formatted("[removed: " + name.strip() + "]")));
  }

  @Test
  void a_private_key_is_removed_whole_also_if_its_end_is_missing() {
    String body = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcw\n".repeat(30);
    String header = "Proc-Type: 4,ENC-RYPTED\n\n";
    for (String kind : List.of("RSA ", "", "OPENSSH ", "EC ")) {
      String begin = "-----BEGIN " + kind + "PRIVATE KEY-----\n" + header;
      String end = "-----END " + kind + "PRIVATE KEY-----";
      assertThat(removed("a " + begin + body + end + " b")).isEqualTo("a [removed: private key] b");
      assertThat(removed("a " + begin + body)).isEqualTo("a [removed: private key]");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DB_PASSWORD=hunter2",
        "password: hunter2",
        "\"password\": \"hunter2\"",
        "{\\\"password\\\":\\\"hunter2\\\"}",
        "PGPASSWORD='hunter2' psql",
        "postgres://ann:hunter2@db/shop",
        "Authorization: Basic hunter2==",
        "\"authorization\": \"Bearer hunter2\"",
        "curl -H 'Authorization: 6f1ed002hunter2'",
        "Authorization: ApiKey hunter2",
        "curl -H 'Authorization: Digest username=\"ann\", response=\"hunter2\"' https://db",
        "{\"password\": \"two words hunter2\", \"a\": 1}",
        "{\\\"password\\\": \\\"two words hunter2\\\"}",
        "PGPASSWORD='two hunter2' psql",
        "git clone https://0123456789abcdefhunter2@git.example/shop",
        "jdbc:postgresql://db/shop?user=ann&password=hunter2&ssl=true",
        "assert password == \"two hunter2\"",
        "if password != 'two hunter2':",
        "if (token == \"hunter2\") {",
        "password==hunter2",
        "Authorization: Digest username='ann', response='hunter2'",
        "Authorization: Digest username=ann, response=hunter2",
        "{\\\"authorization\\\":\\\"Digest username=\\\"ann\\\", response=\\\"hunter2\\\"\\\"}",
        "Authorization: Digest username=\"ann\",\n  response=\"hunter2\"",
        "Authorization: Digest username=\"ann\", response=\"hunter2",
        "Authorization: AWS4-HMAC-SHA256 Credential=a/b, SignedHeaders=a;b, Signature=hunter2",
        "Authorization: OAuth 6f1ed002hunter2",
        "authorization: 6f1ed002ab/hunter2+c==",
        "password=\"a\\\"b hunter2\"",
        "password='a\\'b hunter2'",
        "password=\"a\\\\ hunter2\"",
        "{\\\"password\\\":\\\"a\\\\\\\"b hunter2\\\"}",
        "password: \"none of your business hunter2\"",
        "password: 'true love hunter2'",
        "{\"Enter your password\": \"two words hunter2\"}",
        "password=\" two hunter2\"",
        "password=\",two hunter2\"",
        "curl -d '{\"password\":\"two hunter2\"}'",
        "password: |\n  hunter2\nuser: bob",
        "password: >-\n  hunter2",
        "db_password_new: |2 # as given\r\n\r\n    two\r\n\r\n   hunter2\r\nuser: bob",
        "  - token: >\n      two\n\n      hunter2\n    user: bob",
        "\"api-key\": |+\n\t[removed: jwt]\n\thunter2",
        "{\"data\":\"secret: |\\r\\n  two\\r\\n  \\\"hunter2\\nuser: bob\"}",
        "const clientSecret: string = `hunter2`",
        "let token: string | undefined = 'hunter2'",
        "password: str = 'hunter2'",
        "api_key: Optional[str] = \"hunter2\"",
        "const API_KEY: &'static str = \"hunter2\";",
        "val token: String? = \"hunter2\"",
        "var password string = \"two hunter2\"",
        "const password = `two ${words} hunter2`",
        "mysql --password hunter2 shop",
        "run --db-password 'two hunter2'",
        "run --api-key \"two hunter2\"",
        "sh -c \"run --client-secret \\\"hunter2\\\"\"",
        "run --token  hunter2",
      })
  void a_value_goes_that_its_name_gives_away(String text) {
    assertThat(removed(text)).doesNotContain("hunter2").contains("[removed: ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "API_KEY=a1b2c3d4e5f6g7h8",
        "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY1",
        "token: 9f8e7d6c5b4a3f2e1d0c",
        "\"client_secret\": \"0a1b2c3d4e5f6a7b\"",
        "curl -H 'Authorization: Bearer abcdef0123456789abcdef'",
        "the header was bearer abcdef0123456789abcdef",
      })
  void so_does_a_long_one_of_letters_and_digits(String text) {
    assertThat(removed(text)).contains("[removed: ").doesNotContainPattern("[A-Za-z0-9/]{14}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "password=Zq",
        "PGPASSWORD=Z psql",
        "\"password\": \"Zq\"",
        "password: Zq",
        "pwd := Zq",
        "token: Zq",
        "GITHUB_TOKEN=Zq make",
        "{\\\"token\\\":\\\"Zq9\\\"}",
        "'api-key' => 'Zq'",
        "client_secret = \"Z\"",
        "?access_key=Zq&page=2",
        "credentials: Zq",
        "password: none-Zq",
        "val token: String = \"Zq\"",
        "run --token 'Z'",
        "password: |Zq",
        "token=trueZq",
        "Authorization: Bearer Zq",
      })
  void a_short_one_goes_as_well_if_it_has_such_a_name(String text) {
    assertThat(removed(text)).doesNotContain("Z").contains("[removed: ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "< set-cookie: sessionid=Zq9; HttpOnly\n",
        "> Cookie: a=1; sessionid=Zq9",
        "curl -H \"Cookie: session=Zq\" https://a",
        "Cookie: a=\"Zq\"; b=Zq",
        "{\\\"stdout\\\": \\\"Set-Cookie: a=Zq\\\"}",
        "cookie=Zq",
        "document.cookie = 'a=Zq'",
        "SECRET_KEY=ZqSECRETdef",
        "SECRET_KEY=Zq-correct-horse-battery",
        "SECRET_KEY = \"Zqcdefghijklmnop\"",
        "JWT_SECRET_KEY=Zq1",
        "secretKey = \"Zq123\"",
        "{\"secret_key\": \"Zq123\"}",
        "DB_PASS=Zq",
        "export SMTP_PASS='Zq'",
        "PGPASS=Zq",
        "smtp.pass=Zq",
        "{\"user\": \"ann\", \"pass\": \"Zq\"}",
        "{ dbPass: 'Zq' }",
        "smtp.pass: Zq9",
        "dbPass = Zq9",
        "accountKey: 'Zq9'",
        "<Token>Zq9</Token>",
        "mysql -P3306 -pZq shop && mysql -pZq9",
        "ENCRYPTION_KEY=Zq",
        "signing-key: Zq",
        "azure_storage_key=Zq9",
        "DefaultEndpointsProtocol=https;AccountName=a;AccountKey=Zq9==",
        "X-Auth-Key: Zq",
        "client.secret.value=Zq",
        "{\"name\":\"DB_PASSWORD\",\"value\":\"Zq\"}",
        "- name: DB_PASSWORD\n  value: Zq",
        "<password>Zq</password>",
        "<ns:client-secret type=\"text\">Zq</ns:client-secret>",
        "machine a login ann password Zq",
        "curl -s -u ann:Zq https://a",
        "curl --user 'ann:Zq' https://a",
        "mysql -uann -pZq shop",
        "mysqldump -p'Zq' shop",
        "sshpass -p Zq ssh a",
        "https://hooks.slack.com/services/T00000000/B00000000/Zqaaaaaa",
      })
  void so_does_what_environments_headers_and_shells_hold(String text) {
    assertThat(removed(text)).doesNotContain("Z").contains("[removed: ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pass: 12 tests",
        "tests_pass: 12, tests_fail: 0",
        "\"pass\": 12",
        "key: value",
        "primary_key=id, public_key: none",
        "SESSION_COOKIE_SECURE=True",
        "a cookie, sweet",
        "{\"name\":\"max_tokens\",\"value\":\"800\"}",
        "{\"name\":\"password\",\"type\":\"text\"}",
        "RenderPass first = new RenderPass();",
        "bypass=yes, compass: north",
        "<password>${db.password}</password>",
        "<token/> <user>ann</user>",
        "mysql -P3306 -p shop",
        "curl -o a:b https://a",
        "DB_PASS=$OTHER",
        "Set-Cookie: is a header",
        "a login without password fails",
        "<label for=\"password\">Password</label>",
        "this.renderPass = new RenderPass(scene, camera);",
        "firstPass = secondPass",
        "storageKey: 'theme'",
        "<Theme storageKey=\"theme\">",
        "account_key: primary",
        "<Token>Identifier</Token>",
        "for token, value := range x {",
        "token, value = pair",
        "docker run --name mysql -p3306:3306 mysql",
        "docker run --name mysql -p127.0.0.1:3306:3306 mysql",
        "mysql -e 'show tables' && ssh -p2222 db",
      })
  void what_is_counted_or_only_named_stays(String text) {
    assertThat(removed(text)).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "token: string, password: str",
        "token = tokens[0]; secret = read(file)",
        "password: required.",
        "secret: ****",
        "TOKEN_FILE=/run/secrets/a",
        "Change the password of the user",
        "password: \"required, twelve letters\", a: \"b\"",
        "Authorization: see the manual",
        "https://ann@example.com/shop",
        "password: required",
        "PASSWORD=$DB_PASSWORD",
        "tokens: many, max_tokens: 800",
        "commit 0d1a26e67d8f5eaf1f6ba5c57fc3c7d91ac0fd1c",
        "https://example.com/a:b@c",
        "see https://example.com:8080/login",
        "class TokenStream { int token = next(); }",
        "task-skeleton-of-the-whole-application",
        "{\"message\":\"Enter your password:\",\"status\":\"waiting\"}",
        "{\\\"message\\\":\\\"Enter your password:\\\",\\\"status\\\":\\\"waiting\\\"}",
        "[\"Enter your password:\", \"\", \"waiting\"]",
        "<input placeholder=\"Password:\" name=\"pw\">",
        "print(\"Password:\" + name + \" is needed\")",
        "assert password == other",
        "if (token!=expected) fail();",
        "Authorization: AWS4-HMAC-SHA256 is required",
        "{\"authorization\":\"OAuth 2.0\",\"scopes\":[\"a\"],\"result\":12}",
        "Authorization: OAuth 2.0 is required. Then the server answers",
        "\"authorization_endpoint\":\"https://idp.example/oauth2/v2/auth\"",
        "authorization_url: https://idp.example/oauth2",
        "authorization: https://idp.example/oauth2",
        "authorization: 2026-11-26T20:00:00Z",
        "authorization: docs/oauth2/setup.md",
        "postgres://deployment-service@db1/shop",
        "ssh://firstname.lastname@host/v1",
        "password: |\nuser: bob",
        "password: |",
        "password: |\n  ${DB_PASSWORD}\n",
        "type A = {\n  password:\n    | string\n    | undefined }",
        "const token: string = `${prefix}1`",
        "password: SecretStr = \"<your password>\"",
        "password: str = Field(min_length=8)",
        "val token: String = next()",
        "def f(token: str = \"\", user: str = \"bob\")",
        "The `password:` is in the `.env` file",
        "token: `string`",
        "use --password to set it",
        "--token the one of OAuth2",
        "run --password --host db1",
        "psql --no-password shop1",
        "ansible --private-key ~/.ssh/id_ed25519",
        "run --credentials file:///a1 --token $TOKEN1",
        "run --password-file '/run/a1' --token-type 'jwt'",
        "  --password\n  2nd factor",
      })
  void what_only_looks_a_little_like_it_stays(String text) {
    assertThat(removed(text)).isEqualTo(text);
  }

  @Test
  void what_stands_beside_one_stays() {
    assertThat(removed("assert password == \"hunter two\", 'no'"))
        .isEqualTo("assert password == \"[removed: password]\", 'no'");
    assertThat(removed("{\"password\":\"a\\\"b c\",\"a\":\"b\"}"))
        .isEqualTo("{\"password\":\"[removed: password]\",\"a\":\"b\"}");
    assertThat(removed("a:\n  password: |\n    hunter\n\n     two\n  b: c"))
        .isEqualTo("a:\n  password: |\n    [removed: password]\n  b: c");
    assertThat(removed("  \"token\": >\n   a\n  \"b\": c"))
        .isEqualTo("  \"token\": >\n   [removed: secret]\n  \"b\": c");
    assertThat(removed("  - token: |2\n        a\n     b\n    c: d"))
        .isEqualTo("  - token: |2\n        [removed: secret]\n    c: d");
    assertThat(removed("{\"a\":\"token: >\\n  two\\n  three\\nb: c\",\"d\":\"e\"}"))
        .isEqualTo("{\"a\":\"token: >\\n  [removed: secret]\\nb: c\",\"d\":\"e\"}");
    assertThat(removed("const token: Token = `abc`, a = `b`;"))
        .isEqualTo("const token: Token = `[removed: secret]`, a = `b`;");
    assertThat(removed("run --password 'a b' --user 'c d'"))
        .isEqualTo("run --password '[removed: password]' --user 'c d'");
    assertThat(removed("password=\"" + "hunter two ".repeat(200) + "\" a"))
        .isEqualTo("password=\"[removed: password]\" a");
    assertThat(
            removed(
                "curl -H \"Authorization: Digest username=\\\"ann\\\", nc=1\" https://a && rm b"))
        .isEqualTo("curl -H \"Authorization: Digest [removed: authorization]\" https://a && rm b");
    assertThat(removed("{\"authorization\":\"Digest a='b', c=d\",\"a\":\"b\"}"))
        .isEqualTo("{\"authorization\":\"Digest [removed: authorization]\",\"a\":\"b\"}");
  }
}
