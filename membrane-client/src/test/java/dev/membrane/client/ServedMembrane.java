package dev.membrane.client;

import dev.membrane.Membrane;

/** A client and the engine that is served to it. */
final class ServedMembrane extends ServedMemory implements Membrane {

  private final Membrane engine;
  private final GrpcSite site;
  private final MembraneClient client;

  private ServedMembrane(Membrane engine, GrpcSite site, MembraneClient client) {
    super(engine, client);
    this.engine = engine;
    this.site = site;
    this.client = client;
  }

  static ServedMembrane of(Membrane engine) {
    GrpcSite site = GrpcSite.serving(engine);
    return new ServedMembrane(engine, site, site.client().build());
  }

  @Override
  public void close() {
    client.close();
    site.close();
    engine.close();
  }
}
