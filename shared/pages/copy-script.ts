/** How a page begins a button that copies; what customers wrote is escaped and never does. */
const BUTTON = '<button class="copy"';

/** The one script of the pages: a button copies what stands before it. Without it a click on that selects all of it. */
const COPY_SCRIPT =
  'document.addEventListener("click",async({target:t})=>{const b=t.closest(".copy");if(b){await navigator.clipboard.writeText(b.previousElementSibling.textContent.trim());b.textContent=b.dataset.copied}})';

/** Its source for a page's policy. `test/unit/pages/page-response.test.ts` compares it with the script. */
export const COPY_SCRIPT_SOURCE = "'sha256-PxDnafeXcQcrjj7+Adu3OG0nboDJVEjsUVfMkEd7LgU='";

/** A page with the script if something on it can be copied; null: nothing can, and it has none. */
export function withCopyScript(html: string): string | null {
  return html.includes(BUTTON) ? html.replace("</body>", `<script>${COPY_SCRIPT}</script></body>`) : null;
}
