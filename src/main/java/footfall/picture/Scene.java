package footfall.picture;

import java.util.List;

/** A graph with a place for everything, in pixels from the top left corner. */
record Scene(double width, double height, List<Box> boxes, List<Line> lines) {
  Scene {
    boxes = List.copyOf(boxes);
    lines = List.copyOf(lines);
  }

  record Point(double x, double y) {}

  /** {@code key}: which box it is, see {@link Layers}. */
  record Box(String key, double x, double y, double width, double height) {}

  /**
   * From box to box. {@code points}: the start, then three for each curve, two that bend it and its end.
   * {@code label}: the top left corner of what is written on it, {@code labelWidth} wide.
   */
  record Line(int index, List<Point> points, Point label, double labelWidth) {
    Line {
      points = List.copyOf(points);
    }
  }
}
