import * as z from "zod";
import { lockOn } from "../../../durable-objects/account/command-map.ts";
import { byLanguage } from "../../../shared/pages/french-typography.ts";
import { actingOperation } from "../actions/acting-operation.ts";
import { nameWords } from "../approvals/approval-words.ts";
import { ownDomainInput } from "../schemas/input.ts";
import { NOTHING_CHANGED, OWNER_TOLD, sentences } from "../schemas/notes.ts";

export const setDomainLock = actingOperation({
  id: "setDomainLock",
  tool: "set_domain_lock",
  http: { method: "PUT", path: "/account/domains/{domain}/lock" },
  title: "Lock or unlock a domain",
  summary: {
    en: "Locks a domain against transfers at its registrar, or unlocks it; the account's owner gets an e-mail about an unlocking.",
    fr: "Verrouille un domaine contre les transferts chez son bureau d’enregistrement, ou le déverrouille ; le titulaire du compte est avisé d’un déverrouillage.",
  },
  label: { en: "Lock and unlock domain names", fr: "Verrouiller et déverrouiller des noms de domaine" },
  consequence: {
    en: "An unlocked name can be transferred away.",
    fr: "Un nom déverrouillé peut être transféré ailleurs.",
  },
  mailLabel: { en: "lock and unlock domain names", fr: "verrouiller et déverrouiller des noms de domaine" },
  nothingDone: NOTHING_CHANGED,
  description:
    "Locks one of the customer's domain names against transfers at its registrar, or unlocks it; repeating the current setting changes nothing. An unlocked name can be transferred away with its code; the account's owner gets an e-mail about an unlocking. `lock_supported` of get_domain_registrar_settings says whether its registry supports a lock. By default 60 settings an hour.",
  effect: "change",
  access: { scope: "domains:write", permissions: ["domains", "managedomains"], limit: "item" },
  target: { kind: "domain", member: "domain" },
  destructive: true,
  problems: ["refused", "not_offered", "not_allowed", "already_requested"],
  input: z.strictObject({
    domain: ownDomainInput,
    locked: z.boolean().describe("Whether to lock the domain."),
  }),
  output: {
    domain: z.string().describe("The name in ASCII, lower case."),
    locked: z.boolean().describe("Whether it is locked against transfers now."),
    note: z.string().describe("What was changed, and who gets an e-mail."),
  },
  example: { domain: "studio-ana.ca", locked: true },
  asks: ["domains"],
  words: ({ input: { domain, locked } }, language) => ({
    title: approvalTexts[language][locked ? "lock" : "unlock"](nameWords(domain)),
    ...(locked && { consequences: [approvalTexts[language].locked] }),
  }),
  async run({ command, billing }, setting) {
    const set = await command.execute({
      lock: lockOn.domain(setting.domain),
      write: (call) => billing.setDomainLock(call, setting),
    });
    const locked = set.locked ?? setting.locked;
    return {
      account: set.account,
      domain: set.domain,
      locked,
      note: sentences(
        set.changed ? "" : `The name was ${locked ? "locked" : "unlocked"} already: nothing changed.`,
        locked
          ? "The name cannot be transferred away until it is unlocked."
          : "Anyone who has the name's code can transfer it away.",
        set.ownerTold ? OWNER_TOLD : "",
      ),
    };
  },
});

const approvalTexts = byLanguage({
  lock: (name: string) => ({ en: `Lock ${name}`, fr: `Verrouiller ${name}` }),
  unlock: (name: string) => ({ en: `Unlock ${name}`, fr: `Déverrouiller ${name}` }),
  locked: {
    en: "The name cannot be transferred away until it is unlocked.",
    fr: "Le nom ne peut pas être transféré ailleurs tant qu’il n’est pas déverrouillé.",
  },
});
