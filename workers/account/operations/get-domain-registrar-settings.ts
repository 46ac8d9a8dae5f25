import * as z from "zod";
import { readOperation } from "../account-context.ts";
import { answered, REGISTRAR_DEADLINE_MS } from "../queries/billing-answers.ts";
import { ownDomainInput } from "../schemas/input.ts";

export const getDomainRegistrarSettings = readOperation({
  id: "getDomainRegistrarSettings",
  tool: "get_domain_registrar_settings",
  http: { method: "GET", path: "/account/domains/{domain}/registrar" },
  title: "Get a domain's registrar settings",
  summary: {
    en: "A domain's nameservers, whether it is locked against transfers, and whether it may leave.",
    fr: "Les serveurs de noms d’un domaine, s’il est verrouillé contre les transferts et s’il peut partir.",
  },
  label: { en: "Read a domain name’s settings", fr: "Lire les réglages d’un nom de domaine" },
  description:
    "The registrar's settings of one of the customer's domain names: which nameservers it has, whether it is locked against transfers, whether its registry supports that lock, and whether it may be transferred away now, with the reasons if not.",
  access: { scope: "account:read", permissions: ["domains"], limit: "item" },
  target: { kind: "domain", member: "domain" },
  openWorld: true,
  problems: ["not_offered", "not_allowed"],
  input: z.strictObject({ domain: ownDomainInput }),
  output: {
    domain: z.string().describe("The name in ASCII, lower case."),
    nameservers: z.array(z.string()).describe("Host names, as recorded at the registrar."),
    locked: z.boolean().nullable().describe("Null if the registrar does not say."),
    lock_supported: z.boolean().describe("Whether the registry supports a lock against transfers."),
    registrar: z.string().nullable().describe("The sponsoring registrar; null if the registrar does not report it."),
    eligible_for_transfer: z.boolean().describe("Whether it may be transferred away now."),
    reasons: z.array(z.string()).describe("Why it may not be transferred now."),
  },
  example: { domain: "studio-ana.ca" },
  async run(context, { domain }) {
    const { billing, query } = context;
    const settings = await answered(context, billing.readRegistrarSettings(query, domain), REGISTRAR_DEADLINE_MS);
    return {
      account: settings.account,
      domain: settings.domain,
      nameservers: settings.nameservers,
      locked: settings.locked,
      lock_supported: settings.lockSupported,
      registrar: settings.registrar,
      eligible_for_transfer: settings.eligibleForTransfer,
      reasons: settings.reasons.map(({ en }) => en),
    };
  },
});
