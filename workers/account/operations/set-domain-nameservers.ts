import * as z from "zod";
import { lockOn } from "../../../durable-objects/account/command-map.ts";
import { byLanguage } from "../../../shared/pages/french-typography.ts";
import { actingOperation } from "../actions/acting-operation.ts";
import { nameWords } from "../approvals/approval-words.ts";
import { hostInput, ownDomainInput } from "../schemas/input.ts";
import { NOTHING_CHANGED, OWNER_TOLD, sentences } from "../schemas/notes.ts";

const REPEATED = { en: "appears more than once.", fr: "figure plus d’une fois." };

export const setDomainNameservers = actingOperation({
  id: "setDomainNameservers",
  tool: "set_domain_nameservers",
  http: { method: "PUT", path: "/account/domains/{domain}/nameservers" },
  title: "Set a domain's nameservers",
  summary: {
    en: "Points a domain to other nameservers; the account's owner gets an e-mail.",
    fr: "Fait pointer un domaine vers d’autres serveurs de noms ; le titulaire du compte en est avisé par courriel.",
  },
  label: { en: "Change nameservers", fr: "Changer les serveurs de noms" },
  consequence: {
    en: "Sets where a domain’s website and e-mail point; a mistake takes them offline.",
    fr: "Détermine vers quels serveurs pointent le site et le courriel d’un nom ; une erreur les met hors ligne.",
  },
  mailLabel: { en: "change nameservers", fr: "modifier des serveurs de noms" },
  nothingDone: NOTHING_CHANGED,
  description:
    "Points a domain to other nameservers: 2 to 13 host names, which replace all current ones (see get_domain_registrar_settings). Wrong nameservers take its site and mail offline. The account's owner gets an e-mail about a change. By default 60 settings an hour.",
  effect: "change",
  access: { scope: "domains:write", permissions: ["domains", "managedomains"], limit: "item" },
  target: { kind: "domain", member: "domain" },
  destructive: true,
  problems: ["refused", "not_offered", "not_allowed", "already_requested"],
  input: z.strictObject({
    domain: ownDomainInput,
    nameservers: z
      .array(hostInput)
      .min(2)
      .max(13)
      .superRefine((names, context) => {
        for (const [index, name] of names.entries()) {
          if (names.indexOf(name) !== index) {
            context.addIssue({ code: "custom", path: [index], params: { text: REPEATED } });
          }
        }
      })
      .describe("All nameservers, by host name.")
      .meta({ examples: [["ns1.example.net", "ns2.example.net"]] }),
  }),
  output: {
    domain: z.string().describe("The name in ASCII, lower case."),
    nameservers: z.array(z.string()).describe("Host names, as they are now."),
    note: z.string().describe("What was changed, and who gets an e-mail."),
  },
  example: { domain: "studio-ana.ca", nameservers: ["ns1.maple.example", "ns2.maple.example"] },
  asks: ["domains"],
  words({ input: { domain, nameservers }, preview: { settings } }, language) {
    const texts = approvalTexts[language];
    const now = settings?.nameservers ?? [];
    return {
      title: texts.change(nameWords(domain)),
      facts: [
        { label: texts.now, lines: now.length === 0 ? [texts.none] : now.map(nameWords) },
        { label: texts.after, lines: nameservers.map(nameWords) },
      ],
    };
  },
  async run({ command, billing }, setting) {
    const set = await command.execute({
      lock: lockOn.domain(setting.domain),
      write: (call) => billing.setDomainNameservers(call, setting),
    });
    const { account, domain, nameservers, changed, ownerTold } = set;
    return {
      account,
      domain,
      nameservers,
      note: changed
        ? sentences("The change can take up to two days to reach the whole internet.", ownerTold ? OWNER_TOLD : "")
        : "The name had these nameservers already: nothing changed.",
    };
  },
});

const approvalTexts = byLanguage({
  change: (name: string) => ({
    en: `Change the nameservers of ${name}`,
    fr: `Changer les serveurs de noms de ${name}`,
  }),
  now: { en: "Now", fr: "Maintenant" },
  none: { en: "not known", fr: "inconnus" },
  after: { en: "Afterwards", fr: "Ensuite" },
});
