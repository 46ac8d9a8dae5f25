import * as z from "zod";
import type { ReadAction } from "./action.ts";
import { text } from "./decode.ts";

/** Accepts any error, because every error comes from the registrar or its module: see `registrarProblem`. */
const ANY = /^/;

const host = text(253)
  .transform((name) => name.toLowerCase().replace(/\.$/, ""))
  .optional();

/** Reads the nameservers of a domain at its registrar. Null if the answer has none; the domain may still have some. */
export const domainGetNameservers: ReadAction<string[] | null> = {
  name: "DomainGetNameservers",
  refusals: ANY,
  answer: z.object({ ns1: host, ns2: host, ns3: host, ns4: host, ns5: host }).transform((servers) => {
    const names = Object.values(servers).flatMap((name) => (name ? [name] : []));
    return names.length > 0 ? [...new Set(names)] : null;
  }),
};

/** Reads whether a domain is locked at its registrar; null if the answer does not show it. */
export const domainGetLockingStatus: ReadAction<boolean | null> = {
  name: "DomainGetLockingStatus",
  refusals: ANY,
  answer: z.object({ lockstatus: text(60).nullish() }).transform(({ lockstatus }) => {
    const written = lockstatus?.toLowerCase();
    return written === "locked" ? true : written === "unlocked" ? false : null;
  }),
};

/** Reads the e-mail address of a domain's registrant at the registrar; null if the answer has none. */
export const domainGetWhoisInfo: ReadAction<string | null> = {
  name: "DomainGetWhoisInfo",
  answer: z.looseObject({}).transform((answer) => {
    // A list of contacts, each as an object or as JSON text. The text may be invalid JSON.
    const written = JSON.stringify(answer.Registrant ?? answer.registrant ?? "").replaceAll("\\", "");
    return /"e-?mail(?:_?address)?"\s*:\s*"([^"\s@]+@[^"\s@]+)"/i.exec(written)?.[1] ?? null;
  }),
};

/** The addon's errors for a transfer code without a recipient, and for a failed mail with the code. */
export const NO_RECIPIENT = "Transfer Code Has No Recipient";
export const NOT_MAILED = "Transfer Code Not Mailed";

/**
 * Returns the address to which the addon mailed a transfer code; null if the registrar mails it. No answer contains the
 * code.
 */
export function sentTo({ sent_to: address }: Record<string, unknown>): string | null {
  return typeof address === "string" ? address : null;
}

const TRANSPORT =
  /timed? ?out|could not connect|connection (?:refused|reset)|curl error (?:6|7|28|35|52|56)\b|\b5\d\d\b|no response|temporar/i;

/**
 * Classifies a registrar's error by its text: the function does not exist, the registrar was unreachable, or it
 * refused. Customers do not see the text, which is for administrators.
 */
export function registrarProblem(said: string): "unsupported" | "unavailable" | "refused" {
  if (/^(?:registrar )?function not supported/i.test(said) || /not supported/i.test(said)) return "unsupported";
  return TRANSPORT.test(said) ? "unavailable" : "refused";
}
