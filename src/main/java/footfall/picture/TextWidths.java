package footfall.picture;

/**
 * Text widths in DejaVu Sans, the widest of the fallback fonts. A table, so that no font must be installed.
 */
enum TextWidths {
    REGULAR(new int[] {
        318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636, 636,
        636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632,
        575, 775, 752, 295, 295, 656, 557, 863, 748, 787, 603, 787, 695, 635, 611, 732, 684, 989, 685,
        611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579,
        278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838
    }),
    BOLD(new int[] {
        348, 456, 521, 838, 696, 1002, 872, 306, 457, 457, 523, 838, 380, 415, 380, 365, 696, 696, 696,
        696, 696, 696, 696, 696, 696, 696, 400, 400, 838, 838, 838, 580, 1000, 774, 762, 734, 830, 683,
        683, 821, 837, 372, 372, 775, 637, 995, 837, 850, 733, 850, 770, 720, 682, 812, 774, 1103, 771,
        724, 725, 457, 365, 457, 838, 500, 500, 675, 716, 593, 716, 678, 435, 716, 712, 343, 343, 665,
        343, 1042, 712, 687, 716, 716, 493, 595, 478, 712, 652, 924, 645, 652, 582, 712, 365, 712, 838
    });

    private static final int NAME_MAX = 34;
    private static final int FIRST = ' ';
    private static final int DOT = 380;
    private static final int OTHER = 1_100; // Wider than nearly every letter of any script.

    private final int[] ascii;

    /** {@code ascii}: widths in thousandths of the font size, from the space character on. */
    TextWidths(int[] ascii) {
        this.ascii = ascii;
    }

    /** In pixels, for a font size in pixels. */
    double width(String text, double size) {
        return text.codePoints().map(this::thousandths).sum() * size / 1_000;
    }

    private int thousandths(int c) {
        if (c >= FIRST && c - FIRST < ascii.length) {
            return ascii[c - FIRST];
        }
        return c == '·' ? DOT : OTHER;
    }

    /** A name, shortened in the middle when it does not fit in a box. */
    static String fitting(String name) {
        int length = name.codePointCount(0, name.length());
        if (length <= NAME_MAX) {
            return name;
        }
        int head = name.offsetByCodePoints(0, NAME_MAX / 2);
        int tail = name.offsetByCodePoints(name.length(), -(NAME_MAX / 2 - 1));
        return name.substring(0, head) + "…" + name.substring(tail);
    }
}
