package dev.membrane.grpc;

import dev.membrane.grpc.v1.MembraneServiceGrpc;
import dev.membrane.grpc.v1.RunConsolidationRequest;
import dev.membrane.grpc.v1.RunConsolidationResponse;
import dev.membrane.server.Access;
import dev.membrane.server.RemoteCommand;
import dev.membrane.server.StartException;
import dev.membrane.server.TlsFiles;
import dev.membrane.spi.PluginContext;
import io.grpc.ChannelCredentials;
import io.grpc.ClientInterceptor;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.TlsChannelCredentials;
import io.grpc.stub.MetadataUtils;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** {@code membraned consolidate}: has the running server of this configuration learn now. */
public final class ConsolidateCommand implements RemoteCommand {

  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  private static final long PAUSE_SECONDS = 10;

  @Override
  public String name() {
    return "consolidate";
  }

  @Override
  public String description() {
    return "Has the running server learn from all that has settled, and prints what it learned.";
  }

  @Override
  public Supplier<String> create(PluginContext context) {
    GrpcConfig config = GrpcConfig.from(context.config(), Access.from(context.config()));
    String apiKey = context.config().text("api_key");
    return () -> run(config, apiKey);
  }

  private static String run(GrpcConfig config, @Nullable String apiKey) {
    ManagedChannel channel = channel(config, apiKey);
    try {
      return await(
          MembraneServiceGrpc.newFutureStub(channel)
              .runConsolidation(RunConsolidationRequest.getDefaultInstance()));
    } catch (ExecutionException refused) {
      String why = Status.fromThrowable(refused).asRuntimeException().getMessage();
      throw new StartException(
          "the server on " + config.address() + " does not consolidate: " + why, refused);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new StartException("stopped waiting for the consolidation", stop);
    } finally {
      channel.shutdownNow();
    }
  }

  private static String await(Future<RunConsolidationResponse> answer)
      throws ExecutionException, InterruptedException {
    for (long seconds = PAUSE_SECONDS; ; seconds += PAUSE_SECONDS) {
      try {
        return answer.get(PAUSE_SECONDS, TimeUnit.SECONDS).getResult().toStringUtf8();
      } catch (TimeoutException notYet) {
        // The answer goes to standard output; this is for who is watching.
        System.err.println("consolidating, " + seconds + " s so far");
      }
    }
  }

  private static ManagedChannel channel(GrpcConfig config, @Nullable String apiKey) {
    Metadata headers = new Metadata();
    if (apiKey != null) {
      headers.put(AUTHORIZATION, "Bearer " + apiKey);
    }
    ClientInterceptor key = MetadataUtils.newAttachHeadersInterceptor(headers);
    return Grpc.newChannelBuilder(config.address().asTarget(), credentials(config))
        .intercept(key)
        .build();
  }

  /** The server's own certificate is the one to trust. */
  private static ChannelCredentials credentials(GrpcConfig config) {
    TlsFiles tls = config.tls();
    if (tls == null) {
      return InsecureChannelCredentials.create();
    }
    try {
      return TlsChannelCredentials.newBuilder().trustManager(tls.certificate()).build();
    } catch (IOException unreadable) {
      throw TlsFiles.unusable(unreadable);
    }
  }
}
