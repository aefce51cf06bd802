package footfall.picture;

import java.util.ArrayList;
import java.util.List;

/** Where the elements of a picture of a directly-follows graph are, in pixels from the top left corner. */
public record FollowsLayout(double width, double height, List<Box> boxes, List<Line> lines) {
    public FollowsLayout {
        boxes = List.copyOf(boxes);
        lines = List.copyOf(lines);
    }

    /** What a box stands for. */
    public enum Kind {
        START,
        END,
        ACTIVITY
    }

    public record Point(double x, double y) {}

    /** {@code activity} is null at the start and at the end. */
    public record Box(Kind kind, String activity, Point corner, double width, double height) {}

    /**
     * A line from box to box; {@code from} is null for the start, {@code to} for the end. {@code points}: the first,
     * then three for each curve: two control points and its end. {@code label}: its top left corner.
     */
    public record Line(String from, String to, List<Point> points, Point label, double labelWidth) {
        public Line {
            points = List.copyOf(points);
        }
    }

    /** A line of straight parts as curves. */
    static List<Point> curves(List<Scene.Point> points) {
        var curves = new ArrayList<Point>();
        boolean isCurved = (points.size() - 1) % 3 == 0;
        for (int i = 0; i < points.size(); i++) {
            var end = points.get(i);
            if (!isCurved && i > 0) {
                var begin = points.get(i - 1);
                curves.add(between(begin, end, 1.0 / 3));
                curves.add(between(begin, end, 2.0 / 3));
            }
            curves.add(new Point(end.x(), end.y()));
        }
        return curves;
    }

    private static Point between(Scene.Point begin, Scene.Point end, double part) {
        return new Point(begin.x() + (end.x() - begin.x()) * part, begin.y() + (end.y() - begin.y()) * part);
    }

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
}
