import { instantOf } from "../provisioning/calendar.ts";
import type { Action } from "./action.ts";

/** Sends what the addon does: the mail of a new invoice by its template, or a message of its own to a client. */
export const sendEmail: Action = (installation, parameters) => {
  const { state } = installation;
  const text = (name: string) => parameters.text(name) ?? "";
  const relatedId = parameters.number("id");
  if (!relatedId) return { error: "A related ID is required" };
  const template = text("messagename");
  if (template !== "" && template !== "Invoice Created") return { error: "Email Template not found" };
  const table = template === "" ? state.clients : state.invoices;
  if (!table.some(({ id }) => id === relatedId)) return { error: "Sending Failed. Please see documentation." };
  const sent = { subject: text("customsubject"), text: text("custommessage") };
  state.mails.push({ template, relatedId, sentAt: instantOf(installation), ...sent });
  return { members: {} };
};
