package dev.membrane.server.internal.plugin;

import dev.membrane.server.internal.process.Diary;
import dev.membrane.spi.Config;
import dev.membrane.spi.Embedder;
import dev.membrane.spi.EmbedderProvider;
import dev.membrane.spi.ModelException;
import dev.membrane.spi.PluginContext;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * {@code embedder: quiet}, or any {@code quiet_voice}, to which all texts mean the same. {@code
 * plugins.quiet.missing} says what it cannot work without, {@code plugins.quiet.stuck} that it
 * fails when it is closed.
 */
public final class QuietEmbedderProvider implements EmbedderProvider {

  private static final String VOICE = "quiet_voice";

  @Override
  public String name() {
    return "quiet";
  }

  @Override
  public Set<String> keys() {
    return Set.of(VOICE);
  }

  @Override
  public Optional<String> choosingKey() {
    return Optional.of(VOICE);
  }

  @Override
  public Embedder create(PluginContext context) {
    String unused = context.config().text(VOICE, "");
    Config config = context.config().plugin(name());
    return new Quiet(config.text("missing", ""), config.flag("stuck", false), Diary.of(config));
  }

  private record Quiet(String missing, boolean isStuck, Diary diary) implements Embedder {

    @Override
    public String model() {
      return "quiet-1";
    }

    @Override
    public int dimensions() {
      return 1;
    }

    @Override
    public List<float[]> embed(List<String> texts) {
      return texts.stream().map(text -> new float[] {1}).toList();
    }

    @Override
    public void check() {
      if (!missing.isEmpty()) {
        throw failure("embedder quiet: " + missing + " is missing; set embedder: none");
      }
    }

    @Override
    public void close() {
      diary.note("embedder closed");
      if (isStuck) {
        throw failure("cannot let go");
      }
    }

    private static ModelException failure(String message) {
      return ModelException.permanent(message, new IllegalStateException());
    }
  }
}
