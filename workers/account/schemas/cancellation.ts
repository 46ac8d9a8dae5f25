import * as z from "zod";
import type { CancellationStatement } from "../../../shared/billing-contract/cancellation.ts";
import type { ClientArea } from "../../../shared/billing-contract/description.ts";
import { cleaned } from "../../../shared/platform/plain-text.ts";
import { Service, toService } from "./service.ts";

const CONSEQUENCE_LENGTH = 500;

export const cancellationOutput = {
  service: Service,
  when: z.enum(["end_of_period", "immediately"]).describe("At the end of the paid period or at once."),
  effective_on: z.iso.date().describe("The day it ends."),
  done: z.boolean().describe("False: nothing was cancelled yet."),
  consequences: z.array(z.string()).describe("What the customer must know first."),
  confirm: z.string().nullable().describe("Confirms exactly this cancellation; valid for 15 minutes."),
  next: z.string().describe("What to do now, or what happens next."),
};

/** Converts a cancellation to its published form. If there is a confirmation, the cancellation is not done yet. */
export function toCancellation(
  { service, when, effectiveOn, consequences }: CancellationStatement,
  confirm: string | null,
  clientArea: ClientArea,
) {
  return {
    service: toService(service, clientArea),
    when,
    effective_on: effectiveOn,
    done: confirm === null,
    consequences: consequences.map(({ en }) => cleaned(en, CONSEQUENCE_LENGTH)),
    confirm,
    next:
      confirm === null
        ? service.status === "cancelled"
          ? `The cancellation is done: the service ended on ${effectiveOn}.`
          : `The cancellation is requested: the service ends on ${effectiveOn}.`
        : "Nothing was cancelled. Tell the customer the consequences; if they still want it, call again with this confirm within 15 minutes.",
  };
}
