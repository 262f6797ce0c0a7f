/**
 * So many tags of a page are read. A parser keeps what is open, and looks through it for each tag, so that tags which
 * nest without an end cost their number squared.
 */
const maxTags = 30_000;

/** HTML up to that many tags. What only looks like a tag, in a script for instance, counts too: nothing is overlooked. */
export function cutTags(html: string): string {
  let tags = 0;
  for (const { index } of html.matchAll(/<[a-z/]/gi)) {
    if (++tags > maxTags) return html.slice(0, index);
  }
  return html;
}
