import * as z from "zod";
import { lockOn } from "../../../durable-objects/account/command-map.ts";
import { CommandRefused } from "../../../durable-objects/account/commands/command-steps.ts";
import { formatDate } from "../../../shared/pages/formats.ts";
import { byLanguage, typeset } from "../../../shared/pages/french-typography.ts";
import { actingOperation } from "../actions/acting-operation.ts";
import { serviceWords } from "../approvals/approval-words.ts";
import { quoted } from "../approvals/quote-facts.ts";
import { cancellationOutput, toCancellation } from "../schemas/cancellation.ts";
import { serviceInput, whenInput } from "../schemas/input.ts";
import { quoteCancellation } from "./quote-cancellation.ts";

export const cancelService = actingOperation({
  id: "cancelService",
  tool: "cancel_service",
  http: { method: "POST", path: "/account/services/{id}/cancellation" },
  title: "Cancel a service",
  summary: {
    en: "Cancels a service at the end of its billing period or immediately, after showing what would happen.",
    fr: "Résilie un service à la fin de sa période de facturation ou immédiatement, après un relevé de ce que cela entraîne.",
  },
  label: { en: "Cancel services", fr: "Résilier des services" },
  consequence: {
    en: "Ends a service, at once or at the end of its period; its data can be lost.",
    fr: "Met fin à un service, sur-le-champ ou à l’échéance ; ce qu’il contient peut être perdu.",
  },
  mailLabel: { en: "cancel services", fr: "résilier des services" },
  nothingDone: { en: "nothing was cancelled", fr: "rien n’a été résilié" },
  description:
    "Cancels a service, in two steps. Without `confirm` nothing is cancelled: the answer has the day the service would end, what the customer loses, and a `confirm`, valid for 15 minutes with the same `id` and `when`. With it the service is cancelled. An immediate cancellation cannot be undone. Counts towards 20 actions an hour.",
  effect: "order",
  access: { scope: "billing:write", permissions: ["orders", "products"], limit: "item" },
  target: { kind: "service", member: "id" },
  openWorld: false,
  destructive: true,
  previewOperation: { without: "confirm", operation: quoteCancellation },
  problems: ["not_offered", "already_requested", "not_allowed", "not_cancellable"],
  input: z.strictObject({
    id: serviceInput,
    when: whenInput,
    reason: z
      .string()
      .min(1)
      .max(1_000)
      .optional()
      .describe("The customer's reason, in their own words, at most 1,000 characters."),
    confirm: z.string().min(1).max(100).describe("The `confirm` of the statement that the customer agreed to."),
  }),
  output: cancellationOutput,
  example: { id: 2101, when: "end_of_period", confirm: "mi4xk2a0.Q2xhcml0eSBpcyBraW5kbmVzcy4" },
  asks: ["cancel"],
  words({ input: { id, reason }, preview: { statement } }, language) {
    const texts = approvalTexts[language];
    const facts = reason === undefined ? [] : [{ label: texts.reason, lines: [quoted(reason)], isQuoted: true }];
    if (!statement) return { title: texts.cancel(`#${id}`), facts };
    const { service, effectiveOn, when, consequences } = statement;
    return {
      title: texts.cancel(serviceWords(service)),
      facts: [{ label: texts.ends, lines: [texts[when](formatDate(effectiveOn, language))] }, ...facts],
      consequences: consequences.map((consequence) => typeset(consequence, language)),
    };
  },
  async run({ command, billing, confirm, clientArea }, { id: serviceId, when, reason = null, confirm: given }) {
    const cancelled = await command.execute({
      // 1. While the outcome of a cancellation or plan change is unknown, no other change to the service is sent.
      lock: lockOn.service(serviceId),
      // 2. The confirmed statement must equal the current one.
      async prepare(call) {
        const stated = await billing.stateCancellation(call, { serviceId, when });
        if (!stated.ok) throw new CommandRefused(stated.problem);
        const isGood = await confirm.isGood(given, stated.value);
        if (!isGood) throw new CommandRefused({ code: "stale_confirm", statement: stated.value });
      },
      // 3. The billing system checks the cancellation and executes it.
      write: (call) => billing.cancelService(call, { serviceId, when, reason }),
    });
    // 4. Build the answer.
    return { account: cancelled.account, ...toCancellation(cancelled, null, clientArea) };
  },
});

const approvalTexts = byLanguage({
  cancel: (service: string) => ({ en: `Cancel ${service}`, fr: `Résilier ${service}` }),
  ends: { en: "It ends", fr: "Fin" },
  end_of_period: (date: string) => ({
    en: `on ${date}, when the paid period ends`,
    fr: `le ${date}, à la fin de la période payée`,
  }),
  immediately: (date: string) => ({ en: `at once, on ${date}`, fr: `sur-le-champ, le ${date}` }),
  reason: { en: "The reason it gives", fr: "La raison indiquée" },
});
