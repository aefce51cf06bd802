/**
 * Emits lines of text for a terminal from turns and from the answers of {@code view}: a turn as a timeline,
 * what is running as a screen. Drawing is a function of what is shown, the size and the instant. What
 * strangers wrote stays text: nothing of it steers a terminal. Knows no terminal; see {@code cli} for that,
 * and {@code TimelineTest} and {@code LiveScreenTest}.
 */
package footfall.screen;
