package dev.membrane.http;

import dev.membrane.Caller;
import dev.membrane.Membrane;
import java.util.concurrent.atomic.AtomicBoolean;

/** An engine that is served over HTTP, and reached so as everybody's caller. */
final class HttpMembrane extends HttpMemory implements Membrane {

  private final HttpSite site;
  private final Membrane engine;
  private final AtomicBoolean isClosed;

  private HttpMembrane(HttpSite site, Membrane engine, AtomicBoolean isClosed) {
    super(site, engine, Caller.ANONYMOUS, isClosed);
    this.site = site;
    this.engine = engine;
    this.isClosed = isClosed;
  }

  static HttpMembrane over(Membrane engine) {
    return new HttpMembrane(HttpSite.serving(engine), engine, new AtomicBoolean());
  }

  @Override
  public void close() {
    if (isClosed.compareAndSet(false, true)) {
      site.close();
      engine.close();
    }
  }
}
