package dev.membrane.benchmarks;

import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * Bars of how much of each bound is used, with a line at the bound. SVG, written without a library
 * of charts, as these need the fonts of a desktop.
 */
record BoundsChart(List<Bound> bounds) {

  private static final int WIDTH = 960;
  private static final int LABELS = 520;
  private static final int ROW = 22;
  private static final int BAR = 14;
  private static final int TOP = 30;

  /** The longest bar, in bounds; what is longer is cut off there. */
  private static final double MAX_LENGTH = 2;

  private static final double BOUND = (WIDTH - LABELS - 60) / MAX_LENGTH;
  private static final String MET = "#2e7d5b";
  private static final String MISSED = "#b3402a";

  String svg() {
    StringWriter text = new StringWriter();
    try {
      XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(text);
      write(xml);
      xml.close();
    } catch (XMLStreamException impossible) {
      throw new IllegalStateException(impossible);
    }
    return text.append('\n').toString();
  }

  private void write(XMLStreamWriter xml) throws XMLStreamException {
    int height = TOP + bounds.size() * ROW + ROW / 2;
    xml.writeStartElement("svg");
    xml.writeDefaultNamespace("http://www.w3.org/2000/svg");
    attributes(xml, "viewBox", "0 0 " + WIDTH + " " + height, "width", WIDTH, "height", height);
    attributes(xml, "font-family", "sans-serif", "font-size", 12);
    empty(xml, "rect", "width", WIDTH, "height", height, "fill", "white");
    text(xml, LABELS, TOP - 12, "start", "share of the bound; the line is the bound");
    for (int i = 0; i < bounds.size(); i++) {
      bar(xml, bounds.get(i), TOP + i * ROW);
    }
    double at = LABELS + BOUND;
    empty(xml, "line", "x1", at, "x2", at, "y1", TOP - 6, "y2", height - 6, "stroke", "black");
    xml.writeEndElement();
  }

  private static void bar(XMLStreamWriter xml, Bound bound, int y) throws XMLStreamException {
    double length = Math.min(bound.use(), MAX_LENGTH) * BOUND;
    String color = bound.isMet() ? MET : MISSED;
    text(xml, LABELS - 8, y + BAR - 3, "end", bound.what());
    empty(xml, "rect", "x", LABELS, "y", y, "width", length, "height", BAR, "fill", color);
    text(xml, LABELS + length + 4, y + BAR - 3, "start", decimals(bound.use(), 2));
  }

  private static void text(XMLStreamWriter xml, double x, int y, String anchor, String text)
      throws XMLStreamException {
    xml.writeStartElement("text");
    attributes(xml, "x", x, "y", y, "text-anchor", anchor);
    xml.writeCharacters(text);
    xml.writeEndElement();
  }

  private static void empty(XMLStreamWriter xml, String name, Object... attributes)
      throws XMLStreamException {
    xml.writeEmptyElement(name);
    attributes(xml, attributes);
  }

  private static void attributes(XMLStreamWriter xml, Object... namesAndValues)
      throws XMLStreamException {
    for (int i = 0; i < namesAndValues.length; i += 2) {
      Object value = namesAndValues[i + 1];
      xml.writeAttribute(
          String.valueOf(namesAndValues[i]),
          value instanceof Double number ? decimals(number, 1) : String.valueOf(value));
    }
  }

  private static String decimals(double value, int count) {
    return String.format(Locale.ROOT, "%." + count + "f", value);
  }
}
