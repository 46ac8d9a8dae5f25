import type { Block, PageContent } from "../developers/content/blocks.ts";
import { markdownChapter } from "../developers/content/markdown.ts";
import { GUIDE_NAMES, guideContent } from "../developers/guides.ts";
import { readPageData } from "../developers/page-data.ts";
import { operationPage } from "../developers/pages/operation.ts";
import { type SitePageRequest, textHeaders } from "../page-request.ts";
import { EXPLANATIONS, PROBLEM_CODES } from "../problem-words.ts";
import { readIndex } from "./llms-txt.ts";

/**
 * Handles `/llms-full.txt`. It has the index, then all guides except the start page, the documented operations, and the
 * explanation of each problem, in English.
 */
export async function llmsFull(request: SitePageRequest): Promise<Response> {
  const inEnglish = { ...request, visit: { ...request.visit, language: "en", languageAsked: true } } as const;
  const [index, data] = await Promise.all([readIndex(inEnglish), readPageData(inEnglish)]);
  const { site } = request.addresses;
  const contents = data
    ? [
        ...GUIDE_NAMES.filter((name) => name !== "start").map((name) => guideContent(name, data)),
        ...data.operations.filter(({ isCurrent }) => isCurrent).map((one) => unfolded(operationPage(one, data))),
      ]
    : [];
  const text = [
    index.inDetail("whole"),
    ...contents.map((content) => markdownChapter(content, inEnglish)),
    "## What each problem means\n",
    ...PROBLEM_CODES.map((code) => `- [${code}](${site}/problems/${code}?lang=en): ${EXPLANATIONS[code].en}`),
  ].join("\n");
  const maxAge = Math.min(index.maxAge, data?.maxAge ?? 0);
  return new Response(`${text}\n`, { headers: textHeaders("text/plain", null, maxAge) });
}

/** Returns a page with only its curl example and without folded problems. The operation's own page has everything. */
function unfolded(content: PageContent): PageContent {
  const inCurl = (block: Block) => (block.kind === "tabs" ? { ...block, items: block.items.slice(0, 1) } : block);
  const { examples, sections } = content;
  return {
    ...content,
    ...(examples && { examples: { ...examples, blocks: examples.blocks.map(inCurl) } }),
    sections: sections.map((one) =>
      one.id === "problems" ? { ...one, blocks: one.blocks.filter(({ kind }) => kind !== "folded") } : one,
    ),
  };
}
