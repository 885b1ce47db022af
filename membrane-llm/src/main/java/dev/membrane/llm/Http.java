package dev.membrane.llm;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.ConnectionPool;
import okhttp3.Dispatcher;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.BufferedSource;
import okio.ByteString;

/**
 * Posts JSON and reads as much of the answer as is wanted, never more. Follows no redirection: a
 * text goes where the operator has said, or nowhere. Safe for use by many threads.
 */
final class Http implements AutoCloseable {

  private static final MediaType JSON = MediaType.get("application/json");

  /**
   * What is sent over a connection that the endpoint has closed is a lost attempt. Common servers
   * close idle ones after five seconds.
   */
  private static final int MAX_IDLE_SECONDS = 2;

  private final EndpointConfig config;
  private final OkHttpClient client;

  Http(EndpointConfig config) {
    this.config = config;
    Dispatcher dispatcher = new Dispatcher(Executors.newCachedThreadPool(Http::daemon));
    dispatcher.setMaxRequests(config.concurrency());
    dispatcher.setMaxRequestsPerHost(config.concurrency());
    this.client =
        new OkHttpClient.Builder()
            .dispatcher(dispatcher)
            .connectionPool(
                new ConnectionPool(config.concurrency(), MAX_IDLE_SECONDS, TimeUnit.SECONDS))
            .followRedirects(false)
            .followSslRedirects(false)
            // Each attempt is counted, and may cost money.
            .retryOnConnectionFailure(false)
            .connectTimeout(config.timeout())
            .readTimeout(config.timeout())
            .writeTimeout(config.timeout())
            .build();
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "membrane-llm");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Posts and waits for the answer. An interruption ends the call.
   *
   * @param body JSON
   * @param most the most bytes of the answer that are kept
   * @param timeoutMillis for all of it
   */
  Reply post(String body, long most, long timeoutMillis) throws IOException, InterruptedException {
    Request.Builder request =
        new Request.Builder()
            .url(config.url().toString())
            .header("Accept", "application/json")
            .post(RequestBody.create(body, JSON));
    if (config.apiKey() != null) {
      request.header("Authorization", "Bearer " + config.apiKey());
    }
    Call call = client.newCall(request.build());
    call.timeout().timeout(timeoutMillis, TimeUnit.MILLISECONDS);
    CompletableFuture<Reply> answer = new CompletableFuture<>();
    call.enqueue(new ReplyReader(most, client.connectionPool(), answer));
    try {
      return answer.get();
    } catch (ExecutionException failed) {
      throw failed.getCause() instanceof IOException cause ? cause : new IOException(failed);
    } finally {
      call.cancel();
    }
  }

  private record ReplyReader(long most, ConnectionPool connections, CompletableFuture<Reply> answer)
      implements Callback {

    @Override
    public void onFailure(Call call, IOException failure) {
      answer.completeExceptionally(failure);
    }

    @Override
    public void onResponse(Call call, Response response) {
      try {
        answer.complete(readAndClosed(response));
      } catch (InterruptedIOException late) {
        answer.completeExceptionally(late);
      } catch (IOException failure) {
        answer.completeExceptionally(new BrokenOffException(failure));
      } catch (RuntimeException broken) {
        // Nobody would ever hear of it on this thread, and the caller would wait for ever.
        answer.completeExceptionally(new IOException("the answer could not be read", broken));
      }
    }

    private Reply readAndClosed(Response response) throws IOException {
      try (response) {
        return read(response);
      } finally {
        if (response.protocol() == Protocol.HTTP_1_0) {
          // The endpoint closes the connection after the answer.
          connections.evictAll();
        }
      }
    }

    private Reply read(Response response) throws IOException {
      BufferedSource source = response.body().source();
      boolean isLonger = source.request(most + 1);
      ByteString body = source.readByteString(Math.min(most, source.getBuffer().size()));
      return new Reply(response.code(), response.header("Retry-After"), body, !isLonger);
    }
  }

  /** An answer began, and its connection ended before the rest came. */
  private static final class BrokenOffException extends IOException {

    private static final long serialVersionUID = 1L;

    BrokenOffException(IOException cause) {
      super(cause);
    }
  }

  /** How the call failed, worded to follow the endpoint's name. */
  static String said(IOException failure) {
    if (failure instanceof InterruptedIOException) {
      return "does not answer in time";
    }
    return failure instanceof BrokenOffException ? "breaks its answer off" : "cannot be reached";
  }

  @Override
  public void close() {
    client.dispatcher().cancelAll();
    client.dispatcher().executorService().shutdown();
    client.connectionPool().evictAll();
  }
}
