import * as z from "zod";
import { withReport } from "../../../shared/api/definition/call-report.ts";
import type { Catalogue } from "../../../shared/billing-contract/catalogue.ts";
import { checkWithoutSource } from "../../../shared/catalogue-contract/domain-check.ts";
import { DomainSearchAnswer, FoundDomain } from "../../../shared/catalogue-contract/domain-search-answer.ts";
import { parseDomainName } from "../../../shared/domain-names/parse-domain.ts";
import { takesNewNames } from "../../../shared/domain-names/registration-terms.ts";
import { CHECKS_FRESH_FOR } from "../availability/check-cache.ts";
import { catalogueOperation } from "../catalogue-context.ts";
import { closeNames } from "../catalogue-data/close-names.ts";
import { findExtensions } from "../catalogue-data/not-found.ts";
import {
  type CheckedName,
  labelOf,
  parseSoldName,
  refusedParameter,
  type SoldName,
} from "../catalogue-data/sold-name.ts";
import { toCheckedName } from "../schemas/checked-name.ts";
import { extensionInput, localeInput, REPEATS, withoutRepeats } from "../schemas/common.ts";

const MAX_NAMES = 10;

export const searchDomains = catalogueOperation({
  id: "searchDomains",
  optionalTool: "search_domains",
  card: "domain",
  http: { method: "GET", path: "/domains/search" },
  title: "Search domains",
  label: { fr: "Chercher des domaines" },
  summary: {
    en: "Checks several domain names at once: one label under up to ten extensions, or up to ten names.",
    fr: "Vérifie plusieurs noms de domaine à la fois : un même nom sous dix extensions au plus, ou dix noms au plus.",
  },
  description:
    "Which of several domain names, or close ones, are free, with prices and order links. Each is one check.",
  effect: "read",
  openWorld: true,
  counted: true,
  freshFor: CHECKS_FRESH_FOR,
  problems: ["not_found", "rate_limited", "billing_unavailable", "server_unavailable"],
  input: z.strictObject({
    name: z.string().min(1).max(254).optional().describe("Label or name."),
    tld: withoutRepeats(z.array(extensionInput).max(MAX_NAMES))
      .optional()
      .describe("For `name`.")
      .meta({ examples: [["ca", "com"]] }),
    domains: withoutRepeats(z.array(z.string().min(3).max(254)).max(MAX_NAMES))
      .optional()
      .describe("Replaces `name`.")
      .meta({ examples: [["ana.ca", "ana.com"]] }),
    alternatives: z.boolean().default(false).describe("Adds close names."),
    ...localeInput,
  }),
  output: DomainSearchAnswer,
  example: { name: "free-example", tld: ["ca", "com"] },
  async run({ readCatalogue, linksOf, counted, checkDomains, now }, { currency, lang, alternatives, ...asked }) {
    const { value: catalogue, report } = await readCatalogue({ currency, language: lang });
    const names = namesAsked(asked, catalogue);
    const found = await counted(names.length, async ({ checks, restMs, refusal }) => {
      if (refusal) throw refusal;
      const done = await checkDomains(names.slice(0, checks));
      const check = checkWithoutSource("unknown", "rate_limited", now().getTime(), restMs);
      const left = names.slice(checks).map((name): CheckedName => ({ ...name, check }));
      return withReport({ done: done.value, left }, done.report);
    });
    const { done, left } = found.value;

    const closed = done.filter(({ check: { status } }) => status === "taken" || status === "unavailable");
    const wanted = alternatives ? closeNames(closed, catalogue, names) : [];
    const near =
      wanted.length > 0
        ? await counted(wanted.length, ({ checks }) => checkDomains(wanted.slice(0, checks)))
        : withReport<CheckedName[]>([]);
    const notKnown = wanted.length - near.value.filter(({ check }) => check.status !== "unknown").length;

    const linkTo = linksOf(catalogue);
    const toFound = (name: CheckedName) => FoundDomain.parse(toCheckedName(name, catalogue, linkTo));
    const answer = {
      currency: catalogue.currency,
      lang,
      results: [...done, ...left].map(toFound),
      checked: done.length + near.value.length,
      alternatives: near.value.filter(({ check }) => check.status === "available").map(toFound),
      alternatives_unknown: notKnown,
      simulated: [...done, ...near.value].some(({ check }) => check.simulated),
    };
    // An answer that one caller's rate limit shortened must not be served to others.
    return withReport(answer, report, found.report, near.report, left.length + notKnown > 0 ? NOT_STORED : {});
  },
});

const NOT_STORED = { freshUntil: Number.NEGATIVE_INFINITY };

interface AskedNames {
  name?: string | undefined;
  tld?: string[] | undefined;
  domains?: string[] | undefined;
}

/**
 * Returns the domains of a search, in the requested order.
 * @throws {OperationError} as `parseSoldName` and `findExtensions` do, for repeated domains, and if `domains` is given
 * with `name` or `tld`, or if `name` and `domains` are both missing
 */
function namesAsked({ name, tld = [], domains = [] }: AskedNames, catalogue: Catalogue): SoldName[] {
  if (domains.length > 0) {
    if (name !== undefined) throw refusedParameter("name", NOT_TOGETHER);
    if (tld.length > 0) throw refusedParameter("tld", NOT_TOGETHER);
    const names = domains.map((domain) => parseSoldName(domain, catalogue, "domains"));
    if (new Set(names.map(({ name: { ascii } }) => ascii)).size < names.length)
      throw refusedParameter("domains", REPEATS);
    return names;
  }
  if (name === undefined) throw refusedParameter("name", ONE_NEEDED);
  const whole = /[.\u3002\uff0e\uff61]/.test(name) ? parseSoldName(name, catalogue, "name") : null;
  const label = whole ? labelOf(whole) : name;
  const own = whole ? [whole.extension] : [];
  const usual = catalogue.extensions.filter((extension) => takesNewNames(extension.tld));
  const extensions =
    tld.length > 0 ? findExtensions(catalogue, tld) : [...new Set([...own, ...usual])].slice(0, MAX_NAMES);
  return extensions.map((extension) => {
    const name = parseDomainName(label + extension.tld);
    if ("refused" in name) throw refusedParameter("name", name.refused);
    return { name, extension };
  });
}

const NOT_TOGETHER = {
  en: "cannot be given together with domains, whose names have their extensions.",
  fr: "ne peut pas être donné avec domains, dont les noms ont leur extension.",
};
const ONE_NEEDED = {
  en: "is required, or domains: a label such as studio-ana, or a name with its extension.",
  fr: "est obligatoire, ou bien domains : un nom comme studio-ana, avec ou sans extension.",
};
