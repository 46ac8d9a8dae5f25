/** The start of a copy button. Customers' text is escaped, so it never contains this. */
const BUTTON = '<button class="copy"';

/**
 * The pages' only script. A button copies the text before it, and the last chosen tab also opens on the next page.
 * Without the script, a click selects the text to copy.
 */
const COPY_SCRIPT =
  'document.addEventListener("click",async({target:t})=>{const b=t.closest(".copy");if(b){await navigator.clipboard.writeText(b.previousElementSibling.textContent.trim());b.textContent=b.dataset.copied}});document.addEventListener("toggle",({target:t})=>{if(t.open&&t.name==="tabs")localStorage.tab=t.firstChild.textContent},true);for(const s of document.querySelectorAll(".tabs summary"))if(s.textContent===localStorage.tab)s.parentNode.open=true';

/** The script's source for a page's policy. `test/unit/pages/page-response.test.ts` compares it with the script. */
export const COPY_SCRIPT_SOURCE = "'sha256-gBSEulmiuUNFdWEo9RgcVzZ7aUqnPFV4rqt9xOVfm7s='";

/** Adds the script to a page with text to copy. Null for any other page, which needs no script. */
export function withCopyScript(html: string): string | null {
  return html.includes(BUTTON) ? html.replace("</body>", `<script>${COPY_SCRIPT}</script></body>`) : null;
}
