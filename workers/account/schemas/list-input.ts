import * as z from "zod";
import { parseDomainName } from "../../../shared/domain-names/parse-domain.ts";
import { MAX_CURSOR } from "../queries/cursors.ts";

export const pageInput = {
  limit: z.int().min(1).max(100).default(25).describe("At most so many items; a page may hold fewer."),
  cursor: z
    .string()
    .min(1)
    .max(MAX_CURSOR)
    .optional()
    .describe("The `next_cursor` of the page before, with the same filters; absent for the first page."),
};

export const nextCursorOutput = z
  .string()
  .nullable()
  .describe("What `cursor` takes for the next page; null on the last one.");

/** A domain name in any of its forms, read as A-label form and lower case, without `www.`. */
export const domainFilter = z
  .string()
  .min(3)
  .max(254)
  .transform((text, context) => {
    const name = parseDomainName(text);
    if (!("refused" in name)) return withoutWww(name.ascii);
    context.addIssue({ code: "custom", params: { text: name.refused } });
    return z.NEVER;
  });

/** Keeps `www.ca`, which is a domain name itself. */
function withoutWww(name: string): string {
  return name.replace(/^www\.(?=[^.]+\.)/, "");
}
