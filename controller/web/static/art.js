/** The art of the page, in a file of its own: put in once, used by reference from then on. */

/** Put the art into the page. */
export async function loadArt() {
  const answer = await fetch(new URL("./art.svg", import.meta.url));
  const art = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
  document.body.prepend(document.importNode(art.documentElement, true));
}
