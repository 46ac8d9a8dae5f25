import * as z from "zod";
import { BILLING_EVENT_TYPES, eventSubject } from "../../../shared/billing-contract/events.ts";
import type { ListAction } from "./action.ts";
import { domainName, id, text } from "./decode.ts";

/** An event. Its subject is null if the domain is unreadable. */
const row = z
  .object({ id, type: z.enum(BILLING_EVENT_TYPES), subject: text(253) })
  .transform(({ subject, ...event }) => ({
    ...event,
    subject: eventSubject(event.type) === "domain" ? domainName.parse(subject) : Number(subject),
  }));

/** Reads the events of an account after a given one. The addon stores them. */
export const getEvents: ListAction<z.output<typeof row>> = { name: "GetEvents", row };
