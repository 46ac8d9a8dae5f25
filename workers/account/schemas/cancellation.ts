import * as z from "zod";
import type { CancellationStatement } from "../../../shared/billing-contract/actions.ts";
import type { Addresses } from "../../../shared/platform/addresses.ts";
import { cleaned } from "../../../shared/platform/plain-text.ts";
import { AccountRef, toAccountRef } from "./account.ts";
import { Service, toService } from "./service.ts";

const CONSEQUENCE_LENGTH = 500;

export const cancellationOutput = z.object({
  account: AccountRef,
  service: Service,
  when: z.enum(["end_of_period", "immediately"]),
  effective_on: z.iso.date().describe("The day it ends."),
  done: z.boolean().describe("False: nothing was cancelled yet."),
  consequences: z.array(z.string()).describe("What the customer has to know before."),
  confirm: z.string().nullable().describe("What confirms exactly this cancellation; good for 15 minutes."),
  next: z.string(),
});

/** The published shape of what a cancellation would do. */
export function toStatement(
  statement: CancellationStatement,
  confirm: string,
  addresses: Addresses,
): z.output<typeof cancellationOutput> {
  return {
    ...shared(statement, addresses),
    done: false,
    confirm,
    next: "Nothing was cancelled. Tell the customer the consequences; if they still want it, call again with this confirm within 15 minutes.",
  };
}

/** The published shape of what a cancellation did. */
export function toCancelled(
  statement: CancellationStatement,
  addresses: Addresses,
): z.output<typeof cancellationOutput> {
  return {
    ...shared(statement, addresses),
    done: true,
    confirm: null,
    next: `The cancellation is requested: the service ends on ${statement.effectiveOn}.`,
  };
}

function shared({ account, service, when, effectiveOn, consequences }: CancellationStatement, addresses: Addresses) {
  return {
    account: toAccountRef(account),
    service: toService(service, addresses),
    when,
    effective_on: effectiveOn,
    done: false,
    consequences: consequences.map(({ en }) => cleaned(en, CONSEQUENCE_LENGTH)),
    confirm: null,
    next: "",
  };
}
