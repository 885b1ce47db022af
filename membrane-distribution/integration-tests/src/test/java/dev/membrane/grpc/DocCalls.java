package dev.membrane.grpc;

import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.util.JsonFormat;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.stub.MetadataUtils;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Does what curl and grpcurl do, so that no test needs them. A shell connects to {@link #port()}
 * and sends the number of its words and the words, each with a NUL behind it. The first line of the
 * answer is the exit code.
 */
final class DocCalls implements AutoCloseable {

  private final HttpClient client = HttpClient.newHttpClient();
  private final ServerSocket socket;

  DocCalls() throws IOException {
    socket = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
    Thread thread = new Thread(this::serve, "doc-calls");
    thread.setDaemon(true);
    thread.start();
  }

  int port() {
    return socket.getLocalPort();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  private void serve() {
    while (!socket.isClosed()) {
      try (Socket caller = socket.accept()) {
        caller.getOutputStream().write(answer(words(caller)).getBytes(StandardCharsets.UTF_8));
      } catch (IOException closed) {
        // The page has been read, or the shell has ended.
      }
    }
  }

  private static List<String> words(Socket caller) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(caller.getInputStream(), StandardCharsets.UTF_8));
    List<String> words = new ArrayList<>();
    int count = Integer.parseInt(word(in));
    while (words.size() < count) {
      words.add(word(in));
    }
    return words;
  }

  private static String word(BufferedReader in) throws IOException {
    StringBuilder word = new StringBuilder();
    for (int next = in.read(); next > 0; next = in.read()) {
      word.append((char) next);
    }
    return word.toString();
  }

  private String answer(List<String> words) {
    List<String> options = words.subList(1, words.size());
    try {
      return words.get(0).equals("curl") ? curl(options) : grpcurl(options);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return "1\ninterrupted\n";
    } catch (Exception failed) {
      return "1\n" + failed + "\n";
    }
  }

  private String curl(List<String> options) throws IOException, InterruptedException {
    HttpRequest.Builder request = HttpRequest.newBuilder();
    for (Iterator<String> word = options.iterator(); word.hasNext(); ) {
      String option = word.next();
      switch (option) {
        case "--no-buffer", "--silent", "-s" -> {}
        case "-H", "--header" -> header(request, word.next());
        case "-X", "--request" -> request.method(word.next(), BodyPublishers.noBody());
        case "--data-binary" -> request.POST(BodyPublishers.ofString(word.next()));
        case "--json" ->
            request
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(word.next()));
        default -> request.uri(URI.create(operand(option)));
      }
    }
    HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
    return (answer.statusCode() < 400 ? "0\n" : "22\n") + answer.body() + "\n";
  }

  private static String operand(String word) {
    if (word.startsWith("-")) {
      throw new IllegalArgumentException("no test knows the option " + word);
    }
    return word;
  }

  private static void header(HttpRequest.Builder request, String header) {
    String[] parts = header.split(": *", 2);
    request.header(parts[0], parts[1]);
  }

  /** Asks the server for its descriptors and sends what they describe. */
  private static String grpcurl(List<String> options) throws IOException {
    Metadata headers = new Metadata();
    String data = "{}";
    List<String> operands = new ArrayList<>();
    for (Iterator<String> word = options.iterator(); word.hasNext(); ) {
      String option = word.next();
      switch (option) {
        case "-plaintext" -> {}
        case "-d" -> data = word.next();
        case "-H" -> {
          String[] parts = word.next().split(": *", 2);
          headers.put(Metadata.Key.of(parts[0], Metadata.ASCII_STRING_MARSHALLER), parts[1]);
        }
        default -> operands.add(operand(option));
      }
    }
    ManagedChannel channel =
        Grpc.newChannelBuilder(operands.get(0), InsecureChannelCredentials.create())
            .intercept(MetadataUtils.newAttachHeadersInterceptor(headers))
            .build();
    try {
      return "0\n" + call(channel, operands.get(1), data) + "\n";
    } finally {
      channel.shutdownNow();
    }
  }

  private static String call(ManagedChannel channel, String name, String data) throws IOException {
    String[] parts = name.split("/", 2);
    MethodDescriptor method = Reflection.v1(channel).service(parts[0]).findMethodByName(parts[1]);
    DynamicMessage.Builder request = DynamicMessage.newBuilder(method.getInputType());
    JsonFormat.parser().merge(data, request);
    byte[] answer = new RawClient(channel).call(name, request.build().toByteArray());
    return JsonFormat.printer().print(DynamicMessage.parseFrom(method.getOutputType(), answer));
  }
}
