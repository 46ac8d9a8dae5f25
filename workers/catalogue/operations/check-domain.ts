import * as z from "zod";
import { withReport } from "../../../shared/api/definition/call-report.ts";
import { invalidInput } from "../../../shared/api/definition/problems.ts";
import type { Catalogue, CatalogueExtension } from "../../../shared/billing-contract/catalogue.ts";
import { checkWithoutSource, type DomainCheck, retryAfterOf } from "../../../shared/catalogue-contract/domain-check.ts";
import { DomainCheckAnswer } from "../../../shared/catalogue-contract/domain-check-answer.ts";
import { brokenNameRule, lookAlikeWarning } from "../../../shared/domain-names/name-rules.ts";
import { type DomainName, parseDomainName } from "../../../shared/domain-names/parse-domain.ts";
import {
  REGISTRATION_YEARS,
  TRANSFER_TERM,
  TRANSFER_TERM_WORDS,
  takesNewNames,
} from "../../../shared/domain-names/registration-terms.ts";
import { type Text, waitInWords } from "../../../shared/platform/language.ts";
import { type Currency, toMajorUnits } from "../../../shared/platform/money.ts";
import { CHECKS_FRESH_FOR } from "../availability/check-cache.ts";
import { catalogueOperation } from "../catalogue-context.ts";
import type { LinkTo } from "../catalogue-data/links.ts";
import { unknownExtensions } from "../catalogue-data/not-found.ts";
import { localeInput, SEVERAL_YEARS } from "../schemas/common.ts";

export const checkDomain = catalogueOperation({
  id: "checkDomain",
  tool: "check_domain",
  http: { method: "GET", path: "/domains/availability" },
  title: "Check a domain name",
  label: { fr: "Vérifier un nom de domaine" },
  summary: {
    en: "Whether a domain name can be registered now, its prices and the cart link.",
    fr: "Indique si un nom de domaine peut être enregistré maintenant, avec ses prix et le lien vers le panier.",
  },
  description: `Whether one domain name is free, that is, can be registered now, asked of its registry, with its prices in \`currency\`, without taxes, and the link that registers it, or transfers it where it is taken. ${SEVERAL_YEARS} \`years_sold\` has the years that can be had. \`unknown\`: no clear answer; another check can help after \`retry_after\` seconds, never where that is null. A free name can be taken meanwhile, or refused at checkout as premium or reserved. By default 30 checks in ten minutes, 120 over MCP.`,
  effect: "read",
  openWorld: true,
  counted: true,
  freshFor: CHECKS_FRESH_FOR,
  problems: ["not_found", "rate_limited", "billing_unavailable", "server_unavailable"],
  input: z.strictObject({
    domain: z
      .string()
      .min(3)
      .max(254)
      .describe("The name with its extension, such as `example.com`, in Unicode or ASCII; no scheme, no path."),
    ...localeInput,
  }),
  output: DomainCheckAnswer,
  example: { domain: "free-example.ca" },
  async run({ readCatalogue, linksOf, checkDomain, counted, now }, { domain, currency: asked, lang }) {
    const { value: catalogue, report } = await readCatalogue({ currency: asked, language: lang });
    const { currency } = catalogue;
    const { name, extension } = parseSoldName(domain, catalogue);
    const rule = brokenNameRule(name.unicode, extension.tld);
    const checked = await counted(async () =>
      rule
        ? withReport(checkWithoutSource("unavailable", "invalid_name", now().getTime()))
        : checkDomain(name.ascii, extension.tld.slice(1)),
    );
    const check = checked.value;
    const storing = check.status === "unknown" ? DO_NOT_STORE : {};

    const orderType = ORDER_TYPE[check.status];
    const retryAfter = retryAfterOf(check);
    const answer = {
      currency,
      lang,
      domain: name.ascii,
      unicode_domain: name.unicode,
      tld: extension.tld,
      status: check.status,
      available: check.status === "unknown" ? null : check.status === "available",
      reason: check.reason,
      retry_after: retryAfter,
      order_type: orderType,
      register: toMajorUnits(extension.register),
      transfer: toMajorUnits(extension.transfer),
      renew: toMajorUnits(extension.renew),
      period_years: 1,
      years_sold: [...REGISTRATION_YEARS.of(extension.tld)],
      order_url: orderLink(check, linksOf(catalogue), name.ascii),
      checked_at: new Date(check.checkedAt).toISOString(),
      source: check.source,
      simulated: check.simulated,
      note:
        rule?.[lang] ??
        [lookAlikeWarning(name.unicode), noteOn(check, retryAfter), termNote(check, extension, currency)]
          .flatMap((text) => text?.[lang] || [])
          .join(" "),
    };
    return withReport(answer, report, checked.report, storing);
  },
});

/**
 * Reads the parameter `domain`: the name, and the extension it is sold under, the longest one that the provider sells.
 * @throws {OperationError} `invalid_parameter` for what is no name, `not_found` for an extension that is not sold
 */
function parseSoldName(text: string, catalogue: Catalogue): { name: DomainName; extension: CatalogueExtension } {
  const name = parseDomainName(text);
  if ("refused" in name) throw refusedDomain(name.refused);
  const sold = new Map(catalogue.extensions.map((extension) => [extension.tld, extension]));
  if (sold.has(`.${name.ascii}`)) throw refusedDomain(notRightUnder(`.${name.ascii}`));
  const labels = name.ascii.split(".");
  for (let first = 1; first < labels.length; first++) {
    const tld = `.${labels.slice(first).join(".")}`;
    const extension = sold.get(tld);
    if (!takesNewNames(tld)) throw unknownExtensions([tld], catalogue);
    if (!extension) continue;
    if (first > 1) throw refusedDomain(notRightUnder(tld));
    return { name, extension };
  }
  throw unknownExtensions([`.${labels.at(-1)}`], catalogue);
}

function notRightUnder(tld: string): Text {
  return {
    en: `must be one name right under ${tld}, such as example${tld}.`,
    fr: `doit être un seul nom directement sous ${tld}, comme exemple${tld}.`,
  };
}

function refusedDomain(message: Text) {
  return invalidInput("invalid_parameter", [{ name: "domain", message }]);
}

const DO_NOT_STORE = { freshUntil: Number.NEGATIVE_INFINITY };

const ORDER_TYPE = { available: "register", taken: "transfer", unavailable: null, unknown: null } as const;

function orderLink({ status, reason }: DomainCheck, linkTo: LinkTo, domain: string): string | null {
  const orderType = ORDER_TYPE[status];
  if (orderType) return linkTo(`${orderType}_cart`, { domain });
  return reason === "no_public_source" ? linkTo("domains_cart") : null;
}

function noteOn({ status, reason }: DomainCheck, retryAfter: number | null): Text {
  if (reason === "no_public_source") return NOTES.nobody;
  if (status === "taken" && (reason === "redemption" || reason === "pending_delete")) return NOTES.leaving;
  return status === "unknown" ? unknownNote(retryAfter ?? 1) : NOTES[status];
}

/** What the term has to do with it: the least one, where that is not a year, and what a transfer adds. */
function termNote({ status, reason }: DomainCheck, extension: CatalogueExtension, currency: Currency): Text {
  if (status === "taken" && (reason === "registered" || reason === "delegated")) {
    const { en, fr } = TRANSFER_TERM_WORDS[TRANSFER_TERM.of(extension.tld)];
    return { en, fr };
  }
  const least = REGISTRATION_YEARS.of(extension.tld)[0] ?? 1;
  if (status !== "available" || least === 1) return { en: "", fr: "" };
  const price = toMajorUnits(extension.register + (least - 1) * extension.renew).toFixed(2);
  return {
    en: `The shortest registration is for ${least} years and costs ${price} ${currency}.`,
    fr: `L’enregistrement le plus court est de ${least} ans et coûte ${price.replace(".", ",")} ${currency}.`,
  };
}

function unknownNote(retryAfter: number): Text {
  const wait = waitInWords(retryAfter);
  return {
    en: `The registry gave no clear answer just now: the name may be available or taken. Ask again in ${wait.en}.`,
    fr: `Le registre n’a pas donné de réponse claire à l’instant : le nom est peut-être libre, peut-être pris. Réessayez dans ${wait.fr}.`,
  };
}

const NOTES: Record<Exclude<DomainCheck["status"], "unknown"> | "leaving" | "nobody", Text> = {
  available: {
    en: "The name can be taken by someone else in the meantime; premium and reserved names can still be refused at checkout.",
    fr: "Quelqu’un d’autre peut prendre ce nom entre-temps ; les noms premium ou réservés peuvent encore être refusés au moment de la commande.",
  },
  taken: {
    en: "The name is registered. Its holder can transfer it here.",
    fr: "Ce nom est enregistré. Son titulaire peut le transférer ici.",
  },
  leaving: {
    en: "The name has expired and is in its redemption period or about to be deleted: it can only be transferred once its holder has restored it, and may become available later.",
    fr: "Ce nom a expiré ; il est en période de rédemption ou sur le point d’être supprimé : il ne peut être transféré que si son titulaire le restaure, et pourrait redevenir disponible plus tard.",
  },
  unavailable: {
    en: "The registry has reserved or blocked this name, or does not allow it.",
    fr: "Le registre a réservé ou bloqué ce nom, ou ne l’autorise pas.",
  },
  nobody: {
    en: "Nobody can be asked here whether a name with this extension is available, now or later, so none can be ordered here. The link leads to the cart, to look for another name.",
    fr: "Personne ne peut être interrogé ici sur la disponibilité d’un nom de cette extension, ni maintenant ni plus tard ; aucun ne peut donc être commandé ici. Le lien mène au panier, pour chercher un autre nom.",
  },
};
