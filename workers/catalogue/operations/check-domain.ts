import * as z from "zod";
import { withReport } from "../../../shared/api/definition/call-report.ts";
import { DomainCheckAnswer } from "../../../shared/catalogue-contract/domain-check-answer.ts";
import { CHECKS_FRESH_FOR } from "../availability/check-cache.ts";
import { catalogueOperation } from "../catalogue-context.ts";
import { parseSoldName } from "../catalogue-data/sold-name.ts";
import { toCheckedName } from "../schemas/checked-name.ts";
import { localeInput, SEVERAL_YEARS } from "../schemas/common.ts";

export const checkDomain = catalogueOperation({
  id: "checkDomain",
  tool: "check_domain",
  card: "domain",
  http: { method: "GET", path: "/domains/availability" },
  title: "Check a domain name",
  label: { fr: "Vérifier un nom de domaine" },
  summary: {
    en: "Checks at the registry whether a domain name can be registered now, with its prices and the link that orders it.",
    fr: "Vérifie auprès du registre si un nom de domaine peut être enregistré maintenant, avec ses prix et le lien qui le commande.",
  },
  description: `Whether one domain name is free, that is, can be registered now, with a live check at its registry; its prices in \`currency\`, without taxes; and the link to register it, or to transfer it if it is taken. ${SEVERAL_YEARS} \`years_sold\` lists the terms offered. \`unknown\`: no clear answer; another check can help after \`retry_after\` seconds, or never if that is null. A free name can be taken in the meantime, or refused at checkout as premium or reserved. By default 30 checks in ten minutes, 120 over MCP.`,
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
  async run({ readCatalogue, linksOf, checkDomain, counted }, { domain, currency, lang }) {
    const { value: catalogue, report } = await readCatalogue({ currency, language: lang });
    const name = parseSoldName(domain, catalogue, "domain");
    const checked = await counted(1, ({ refusal }) => {
      if (refusal) throw refusal;
      return checkDomain(name);
    });
    const answer = toCheckedName({ ...name, check: checked.value }, catalogue, linksOf(catalogue));
    return withReport(answer, report, checked.report);
  },
});
