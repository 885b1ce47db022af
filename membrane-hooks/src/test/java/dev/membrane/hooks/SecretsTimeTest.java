package dev.membrane.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import org.junit.jupiter.api.Test;

/** To look for keys and tokens takes time in proportion to a text. */
class SecretsTimeTest extends SecretScenes {

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  @Test
  void no_text_takes_long() {
    List<String> parts =
        List.of(
            "a",
            "eyJ",
            "eyJaaaaaaaa.",
            "-----BEGIN PRIVATE KEY-----",
            "-----BEGIN ",
            "password",
            "password=",
            "secret\"",
            "token: ",
            "://a",
            "://a:",
            "-a",
            "bearer ",
            "authorization: ",
            "sk-",
            "ghp_",
            "xoxb-",
            "SG.aaaaaaaaaaaaaaaa.",
            " ",
            "\\\"",
            "pypi-",
            "secret_a1 = a",
            "password=\"a ",
            "authorization: digest ",
            "://a1",
            "://" + "a".repeat(99) + "1",
            "password == ",
            "password=\"",
            "password=\"a\\\\ ",
            "password=\\\"a\\\\\\\" ",
            "password='a b\"",
            "password=\" , ",
            "password=\"password='",
            "password_",
            "authorization: 1a",
            "authorization: oauth a1/",
            "authorization: digest a=\"b\", ",
            "authorization: digest a=\"",
            "authorization: digest a=b,",
            "password: |\n ",
            "password: |\n",
            "password: |\n\n",
            "password: |\n $\n",
            "secret: >\\n ",
            "secret: >\\n a\\n",
            "\n",
            "\n ",
            "password: a.b | c | ",
            "password: a | a = \"",
            "token: &'a b = `",
            "token: string = `",
            "password = ` ",
            "password=`a ",
            "--password ",
            "--password a",
            "--token 'a ",
            "--api-key 1 ",
            "--a-",
            "cookie: a=",
            "cookie: a=\"",
            "a_pass=",
            "\"pass\":",
            "password, ",
            "password value ",
            "secret,value",
            "<password ",
            "<password>a",
            "curl ",
            "curl -u a",
            "mysql a ",
            "mysql -p1",
            "<token>a",
            "<a-",
            "token, value =",
            "account_key=1",
            "sshpass -p",
            "machine a login a password ",
            "hooks.slack.com/a/",
            "-");
    assertThat(parts).allMatch(SecretsTimeTest::takesTimeInProportion);
  }

  /** The quickest of several times, as what else runs makes caches cold. */
  private static boolean takesTimeInProportion(String part) {
    long few = Long.MAX_VALUE;
    long many = Long.MAX_VALUE;
    boolean isInProportion = false;
    for (int i = 0; i < 20 && !isInProportion; i++) {
      few = Math.min(few, processorNanos(part, 12_500));
      many = Math.min(many, processorNanos(part, 50_000));
      // Twice the time that is in proportion, and what nobody notices.
      isInProportion = many < 8 * few + 100_000_000;
    }
    return isInProportion;
  }

  /** Of this thread alone, since other work on the machine takes its time too. */
  private static long processorNanos(String part, int characters) {
    String hostile = part.repeat(characters / part.length());
    long begun = THREADS.getCurrentThreadCpuTime();
    assertThat(removed(hostile)).isNotEmpty();
    assertThat(removed("-----BEGIN PRIVATE KEY-----" + hostile)).isNotEmpty();
    return THREADS.getCurrentThreadCpuTime() - begun;
  }
}
