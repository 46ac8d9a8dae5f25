import * as z from "zod";
import { lockOn } from "../../../durable-objects/account/command-map.ts";
import { byLanguage } from "../../../shared/pages/french-typography.ts";
import { actingOperation } from "../actions/acting-operation.ts";
import { nameWords } from "../approvals/approval-words.ts";
import { hostInput, ownDomainInput } from "../schemas/input.ts";

export const transferDomainOut = actingOperation({
  id: "transferDomainOut",
  tool: "transfer_domain_out",
  http: { method: "POST", path: "/account/domains/{domain}/transfer-out" },
  title: "Prepare a domain's transfer away",
  summary: {
    en: "Prepares a domain's transfer away: unlocks it and has its transfer code e-mailed to the account's owner or, by some registrars, to the name's registrant, never to the caller.",
    fr: "Prépare le départ d’un domaine : le déverrouille et fait envoyer son code de transfert par courriel au titulaire du compte ou, par certains bureaux d’enregistrement, au titulaire du nom, jamais à l’application.",
  },
  label: { en: "Prepare transfers away", fr: "Préparer des transferts sortants" },
  consequence: {
    en: "Unlocks a name and has its transfer code e-mailed to the account’s owner or, by some registrars, to the name’s registrant.",
    fr: "Le nom est déverrouillé et son code de transfert est envoyé par courriel au titulaire du compte ou, par certains bureaux d’enregistrement, au titulaire du nom.",
  },
  mailLabel: {
    en: "prepare the transfer of domain names to another registrar (the transfer code is mailed to the owner of the account or, by some registrars, to the registrant of the name; it is never given to the application)",
    fr: "préparer le transfert de noms de domaine vers un autre bureau d’enregistrement (le code de transfert est envoyé au titulaire du compte ou, par certains bureaux d’enregistrement, au titulaire du nom, jamais à l’application)",
  },
  nothingDone: { en: "no transfer was prepared", fr: "aucun transfert n’a été préparé" },
  description:
    "Prepares a domain's move to another registrar: unlocks it and has the transfer code e-mailed to the account's owner or, by some registrars, to the domain's registrant, and to nobody else; no answer has the code. `confirm_domain` repeats the name. A call with a new key sends a lost e-mail again. Counts towards 20 actions an hour.",
  effect: "order",
  access: { scope: "domains:write", permissions: ["domains", "managedomains"], limit: "item" },
  target: { kind: "domain", member: "domain" },
  destructive: true,
  problems: ["not_offered", "already_requested", "not_allowed", "not_available"],
  input: z
    .strictObject({
      domain: ownDomainInput,
      confirm_domain: hostInput.describe("The same name again, as the customer confirms it."),
    })
    .superRefine(({ domain, confirm_domain }, context) => {
      if (confirm_domain === domain) return;
      context.addIssue({ code: "custom", path: ["confirm_domain"], params: { text: NOT_CONFIRMED } });
    }),
  output: {
    domain: z.string().describe("The name in ASCII, lower case."),
    unlocked: z.boolean().describe("Whether it is unlocked now."),
    code_sent_to: z
      .string()
      .nullable()
      .describe("The e-mail address that the code is sent to, masked; null if the registrar does not give it."),
    next: z.string().describe("What the customer does next."),
  },
  example: { domain: "studio-ana.ca", confirm_domain: "studio-ana.ca" },
  asks: ["domains"],
  approvalNeedsSignIn: true,
  words: ({ input: { domain } }, language) => ({ title: approvalTexts[language].prepare(nameWords(domain)) }),
  async run({ command, billing }, { domain: name }) {
    const { account, domain, unlocked, sentBy, codeSentTo } = await command.execute({
      lock: lockOn.domain(name),
      write: (call) => billing.transferDomainOut(call, { domain: name }),
    });
    return {
      account,
      domain,
      unlocked,
      code_sent_to: codeSentTo,
      next: sentBy === "registrar" ? SENT_BY_REGISTRAR : SENT_BY_PROVIDER,
    };
  },
});

const SENT_BY_PROVIDER =
  "The account's owner gives the code from the e-mail to the new registrar, which starts the transfer. If the e-mail is lost, the same call with a new key sends the code again.";
const SENT_BY_REGISTRAR =
  "The current registrar e-mails the code to the domain's registrant, who gives it to the new registrar, which starts the transfer. If the e-mail is lost, the same call with a new key requests the code again.";
const NOT_CONFIRMED = { en: "must be the same name as domain.", fr: "doit être le même nom que domain." };

const approvalTexts = byLanguage({
  prepare: (name: string) => ({
    en: `Prepare the transfer of ${name} to another registrar`,
    fr: `Préparer le transfert de ${name} vers un autre bureau d’enregistrement`,
  }),
});
