/**
 * Emits pictures: a directly-follows graph as SVG, laid out in layers by a library. Deterministic; a picture
 * loads and runs nothing, and all names are escaped. Holds one graph of a few dozen nodes at a time. The only
 * package that knows the layout library; see FollowsPictureTest.
 */
package footfall.picture;
