package dev.membrane.llm;

import java.net.InetSocketAddress;
import java.net.Proxy;
import okhttp3.Call;
import okhttp3.Connection;
import okhttp3.EventListener;

/** Whether a call went over a connection that an earlier one had left. */
final class ConnectionUse extends EventListener {

  private volatile boolean isOpened;
  private volatile boolean isSent;

  @Override
  public void connectStart(Call call, InetSocketAddress address, Proxy proxy) {
    isOpened = true;
  }

  @Override
  public void connectionAcquired(Call call, Connection connection) {
    isSent = true;
  }

  boolean isOfEarlierCall() {
    return isSent && !isOpened;
  }
}
