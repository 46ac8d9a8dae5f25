import * as z from "zod";
import { BILLING_EVENT_TYPES } from "../../../shared/billing-contract/events.ts";
import type { ListAction } from "./action.ts";
import { id, text } from "./decode.ts";

const row = z.object({ id, type: z.enum(BILLING_EVENT_TYPES), subject: text(253) });

/** Events of an account after one of them, which the addon keeps itself. */
export const getEvents: ListAction<z.output<typeof row>> = { name: "GetEvents", row };
