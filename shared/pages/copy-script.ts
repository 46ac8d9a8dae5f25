/** The start of a copy button. Text from customers is escaped, so it never contains this HTML. */
const BUTTON = '<button class="copy"';

/**
 * The only script on the pages. It makes a copy button copy the text before the button. It also opens the tab that the
 * reader chose last on an earlier page. Without the script, a click selects the text to copy.
 */
const COPY_SCRIPT =
  'document.addEventListener("click",async({target:t})=>{const b=t.closest(".copy");if(b){await navigator.clipboard.writeText(b.previousElementSibling.textContent.trim());b.textContent=b.dataset.copied}});document.addEventListener("toggle",({target:t})=>{if(t.open&&t.name==="tabs")localStorage.tab=t.firstChild.textContent},true);for(const s of document.querySelectorAll(".tabs summary"))if(s.textContent===localStorage.tab)s.parentNode.open=true';

/**
 * The script's source expression for the content security policy. `test/unit/pages/page-response.test.ts` compares it
 * with the script.
 */
export const COPY_SCRIPT_SOURCE = "'sha256-gBSEulmiuUNFdWEo9RgcVzZ7aUqnPFV4rqt9xOVfm7s='";

/** Adds the script to a page that has text to copy. Returns `null` for any other page, which needs no script. */
export function withCopyScript(html: string): string | null {
  return html.includes(BUTTON) ? html.replace("</body>", `<script>${COPY_SCRIPT}</script></body>`) : null;
}
