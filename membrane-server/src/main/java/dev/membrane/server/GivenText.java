package dev.membrane.server;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * The value of an option that may not be empty. A shell makes an empty value of a variable that is
 * not set, and whoever writes an option does not mean the default.
 */
public final class GivenText implements ITypeConverter<String> {

  @Override
  public String convert(String value) {
    if (value.isBlank()) {
      throw new TypeConversionException("must not be empty");
    }
    return value;
  }
}
