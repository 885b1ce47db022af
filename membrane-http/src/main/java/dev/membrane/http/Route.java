package dev.membrane.http;

import com.google.protobuf.Message;
import dev.membrane.schema.ValidationException;
import java.io.IOException;
import java.util.Set;
import org.eclipse.jetty.util.Fields;

/**
 * Where a call of the service is served.
 *
 * @param call its name in the service
 * @param path where it is served, with {@code {id}} in the place of an id
 * @param format of the request and the answer
 * @param source where the request's message comes from
 */
record Route(String call, String path, Format format, RequestSource source) {

  /** What a request is made of. */
  interface RequestSource {

    /** The methods of HTTP with which it is asked. */
    Set<String> methods();

    /**
     * Makes the request.
     *
     * @param into an empty message of its type
     * @throws IOException if the body is not in its format
     * @throws ValidationException if something does not fit the message
     */
    Message read(Message into, Fields query, byte[] body) throws IOException;

    /** A fault of the request's message, with the field named as the caller wrote it. */
    default ValidationException asWritten(ValidationException fault) {
      return fault;
    }
  }

  /** A request that is its body. */
  static Route ofBody(String call, String path, Format format) {
    return new Route(call, path, format, new Body(format));
  }

  /**
   * Refuses the parameters of a request that has none.
   *
   * @throws ValidationException if there is one
   */
  static void refuseParameters(Fields query) {
    for (String name : query.getNames()) {
      throw ValidationException.worded(name, "unknown parameter: " + name);
    }
  }

  private record Body(Format format) implements RequestSource {

    @Override
    public Set<String> methods() {
      return Set.of("POST");
    }

    @Override
    public Message read(Message into, Fields query, byte[] body) throws IOException {
      refuseParameters(query);
      return format.read(into, body);
    }
  }
}
