/**
 * Emits pictures: a directly-follows graph as SVG, laid out in layers by a library.
 * A picture is the same for the same graph, fetches nothing and runs nothing; every name in it is escaped.
 * Holds one graph of a few dozen nodes at a time.
 * The only package that knows the layout library; see FollowsPictureTest.
 */
package footfall.picture;
