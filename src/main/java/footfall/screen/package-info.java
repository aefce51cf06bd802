/**
 * Emits lines of text for a terminal from turns and from the answers of {@code view}: a turn as a timeline, a
 * running process as a screen. Rendering is a pure function of data, size and instant. Untrusted text is
 * escaped. Does not access the terminal; see {@code cli} for that, and {@code TimelineTest} and
 * {@code LiveScreenTest}.
 */
package footfall.screen;
