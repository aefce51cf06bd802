/**
 * Tests of the dashboard in a real browser: {@link footfall.testkit.Chromium} opens pages of
 * {@link footfall.dashboard.ServedHome}, and {@link footfall.testkit.OpenPage} collects what went wrong in them.
 * Skipped where there is no Chromium or no node.
 */
package footfall.dashboard;
