package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.spi.Extractor;
import dev.membrane.spi.ModelException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The contract of an {@link Extractor} that asks a model over a network. */
public abstract class RemoteExtractorTck extends ExtractorTck {

  private static final String SECRET = "the words of an episode";

  /** For subclasses. */
  protected RemoteExtractorTck() {}

  /** An extractor whose model does not answer, or is overloaded. */
  protected abstract Extractor openUnreachable();

  /** An extractor that its model refuses, such as for its key. */
  protected abstract Extractor openRefused();

  @Test
  final void a_model_out_of_reach_is_worth_another_try() {
    assertFailure(openUnreachable(), true);
  }

  @Test
  final void a_refusal_is_not() {
    assertFailure(openRefused(), false);
  }

  private static void assertFailure(Extractor extractor, boolean isTemporary) {
    Expected.refusal(
            ModelException.class,
            "a model that fails",
            () -> extractor.extract(List.of(new Scenes().saying(SECRET))))
        .satisfies(
            failure -> {
              assertThat(failure.getMessage()).isNotBlank().doesNotContain(SECRET);
              assertThat(failure.isTemporary()).as("isTemporary").isEqualTo(isTemporary);
            });
  }
}
