package dev.membrane.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.membrane.ClosedException;
import dev.membrane.IngestRequest;
import dev.membrane.Ingestion.IngestItemAnswer;
import dev.membrane.Ingestion.IngestStream;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Function;

/** A stream of items whose lines are sent when it is closed. */
final class HttpItemStream implements IngestStream {

  private final Function<IngestRequest, JsonNode> composer;
  private final Function<String, List<JsonNode>> lines;
  private final Consumer<IngestItemAnswer> answers;
  private final StringBuilder sent = new StringBuilder();
  private RuntimeException broken;
  private boolean isClosed;

  HttpItemStream(
      Function<IngestRequest, JsonNode> composer,
      Function<String, List<JsonNode>> lines,
      Consumer<IngestItemAnswer> answers) {
    this.composer = composer;
    this.lines = lines;
    this.answers = answers;
  }

  @Override
  public void send(IngestRequest item) {
    if (broken != null) {
      throw broken;
    }
    if (isClosed) {
      throw ClosedException.ofStream();
    }
    sent.append(composer.apply(item)).append('\n');
  }

  @Override
  public void close() {
    if (isClosed) {
      return;
    }
    isClosed = true;
    try {
      CompletableFuture.runAsync(
              () ->
                  lines
                      .apply(sent.toString())
                      .forEach(line -> answers.accept(HttpAnswers.item(line))))
          .join();
    } catch (CompletionException failed) {
      broken = failed.getCause() instanceof RuntimeException cause ? cause : failed;
      throw broken;
    }
  }
}
