/** How a page begins a button that copies; what customers wrote is escaped and never does. */
const BUTTON = '<button class="copy"';

/**
 * The one script of the pages: a button copies the text before it, and the last chosen tab is also open on the next
 * page. Without it a click selects all of what is to be copied.
 */
const COPY_SCRIPT =
  'document.addEventListener("click",async({target:t})=>{const b=t.closest(".copy");if(b){await navigator.clipboard.writeText(b.previousElementSibling.textContent.trim());b.textContent=b.dataset.copied}});document.addEventListener("toggle",({target:t})=>{if(t.open&&t.name==="tabs")localStorage.tab=t.firstChild.textContent},true);for(const s of document.querySelectorAll(".tabs summary"))if(s.textContent===localStorage.tab)s.parentNode.open=true';

/** Its source for a page's policy. `test/unit/pages/page-response.test.ts` compares it with the script. */
export const COPY_SCRIPT_SOURCE = "'sha256-gBSEulmiuUNFdWEo9RgcVzZ7aUqnPFV4rqt9xOVfm7s='";

/** A page with the script if something on it can be copied; null: nothing can, and it has none. */
export function withCopyScript(html: string): string | null {
  return html.includes(BUTTON) ? html.replace("</body>", `<script>${COPY_SCRIPT}</script></body>`) : null;
}
