package dev.membrane.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.node.NumericNode;
import dev.membrane.schema.JsonNumber;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;

/** A number that is written as it was read. As a Java number it is the nearest there is. */
final class NumberNode extends NumericNode {

  private static final long serialVersionUID = 1L;

  private final String text;

  NumberNode(JsonNumber number) {
    this.text = number.text();
  }

  @Override
  public String asText() {
    return text;
  }

  @Override
  public JsonToken asToken() {
    return isWhole() ? JsonToken.VALUE_NUMBER_INT : JsonToken.VALUE_NUMBER_FLOAT;
  }

  private boolean isWhole() {
    return text.chars().noneMatch(each -> each == '.' || each == 'e' || each == 'E');
  }

  @Override
  public JsonParser.NumberType numberType() {
    return isWhole() ? JsonParser.NumberType.BIG_INTEGER : JsonParser.NumberType.BIG_DECIMAL;
  }

  @Override
  public Number numberValue() {
    return isWhole() ? bigIntegerValue() : decimalValue();
  }

  @Override
  public int intValue() {
    return (int) doubleValue();
  }

  @Override
  public long longValue() {
    return canConvertToLong() ? bigIntegerValue().longValue() : (long) doubleValue();
  }

  @Override
  public double doubleValue() {
    return Double.parseDouble(text);
  }

  @Override
  public BigDecimal decimalValue() {
    return new BigDecimal(text);
  }

  @Override
  public BigInteger bigIntegerValue() {
    return isWhole() ? new BigInteger(text) : decimalValue().toBigInteger();
  }

  @Override
  public boolean canConvertToInt() {
    return isWhole() && bigIntegerValue().bitLength() < Integer.SIZE;
  }

  @Override
  public boolean canConvertToLong() {
    return isWhole() && bigIntegerValue().bitLength() < Long.SIZE;
  }

  @Override
  public void serialize(JsonGenerator out, SerializerProvider provider) throws IOException {
    out.writeNumber(text);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NumberNode number && number.text.equals(text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }
}
