package footfall.picture;

import java.util.List;

/** A graph with positions in pixels from the top left corner. */
record Scene(double width, double height, List<Box> boxes, List<Line> lines) {
    Scene {
        boxes = List.copyOf(boxes);
        lines = List.copyOf(lines);
    }

    record Point(double x, double y) {}

    /** {@code key}: identifies the box, see {@link FollowsPicture.Layers}. */
    record Box(String key, double x, double y, double width, double height) {}

    /**
     * A line between boxes. {@code points}: the start, then three for each curve: two control points and its
     * end. {@code label}: the top left corner of the label, which is {@code labelWidth} wide.
     */
    record Line(int index, List<Point> points, Point label, double labelWidth) {
        Line {
            points = List.copyOf(points);
        }
    }
}
