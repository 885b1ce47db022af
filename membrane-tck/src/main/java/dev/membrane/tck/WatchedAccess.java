package dev.membrane.tck;

import dev.membrane.server.Access;
import dev.membrane.server.ListenAddress;
import dev.membrane.server.TlsFiles;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Remembers where a transport says that it listens. Not thread-safe. */
final class WatchedAccess implements Access {

  private final Access access;
  private final List<ListenAddress> listening = new ArrayList<>();

  WatchedAccess(Access access) {
    this.access = access;
  }

  List<ListenAddress> listening() {
    return listening;
  }

  @Override
  public void listensOn(String key, ListenAddress address) {
    listening.add(address);
    access.listensOn(key, address);
  }

  @Override
  public String startLine(String transport, ListenAddress bound, @Nullable TlsFiles tls) {
    return access.startLine(transport, bound, tls);
  }
}
