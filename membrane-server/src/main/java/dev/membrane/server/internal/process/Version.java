package dev.membrane.server.internal.process;

import picocli.CommandLine.IVersionProvider;

/** Says which version of the code runs. */
public final class Version implements IVersionProvider {

  /** For picocli. */
  public Version() {}

  /** The version of this module. */
  public static String text() {
    String packaged = Version.class.getPackage().getImplementationVersion();
    return packaged == null ? "(not packaged)" : packaged;
  }

  @Override
  public String[] getVersion() {
    return new String[] {"membraned " + text()};
  }
}
