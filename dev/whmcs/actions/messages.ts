import { instantOf } from "../provisioning/calendar.ts";
import type { Action } from "./action.ts";

/** The templates that are there and can be sent by the API, with what their related id is of. */
const TEMPLATES: Record<string, "invoices" | "clients" | "services" | "domains"> = {
  "Invoice Created": "invoices",
  "Invoice Payment Reminder": "invoices",
  "Client Signup Email": "clients",
  "Hosting Account Welcome Email": "services",
  "Domain Registration Confirmation": "domains",
};
const CUSTOM_TYPES = ["general", "product", "domain", "invoice", "support", "affiliate"];

/** Sends a template or a custom message about something that is there. */
export const sendEmail: Action = (installation, parameters) => {
  const { state } = installation;
  const text = (name: string) => parameters.text(name) ?? "";
  const template = text("messagename");
  const custom = text("customtype");
  if (template === "" && custom === "") {
    return { error: "You must provide either an existing email template name or a custom message type" };
  }
  if (template === "" && !CUSTOM_TYPES.includes(custom)) return { error: "Invalid message type provided" };
  if (template === "" && text("customsubject") === "") return { error: "A subject is required for a custom message" };
  if (template === "" && text("custommessage") === "") {
    return { error: "A message body is required for a custom message" };
  }
  const relatedId = parameters.number("id");
  if (!relatedId) return { error: "A related ID is required" };
  const table = TEMPLATES[template];
  if (template !== "" && !table) return { error: "Email Template not found" };
  if (table && !state[table].some(({ id }) => id === relatedId)) {
    return { error: "Sending Failed. Please see documentation." };
  }
  const sent = { subject: text("customsubject"), text: text("custommessage") };
  state.mails.push({ template, relatedId, sentAt: instantOf(installation), ...sent });
  return { members: {} };
};
