import * as z from "zod";
import { BILLING_EVENT_TYPES, eventSubject } from "../../../shared/billing-contract/events.ts";
import type { ListAction } from "./action.ts";
import { domainName, id, text } from "./decode.ts";

/** An event that the addon recorded. Its subject is `null` if its domain name is unreadable. */
const row = z
  .object({ id, type: z.enum(BILLING_EVENT_TYPES), subject: text(253) })
  .transform(({ subject, ...event }) => ({
    ...event,
    subject: eventSubject(event.type) === "domain" ? domainName.parse(subject) : Number(subject),
  }));

/** Reads an account's events after a given event. The addon stores the events. */
export const getEvents: ListAction<z.output<typeof row>> = { name: "GetEvents", row };
