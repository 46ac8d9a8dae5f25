import * as z from "zod";
import type { ReadAction } from "./action.ts";
import { text } from "./decode.ts";

/** Matches any error, because every error comes from the registrar or its module: see {@link registrarProblem}. */
const ANY = /^/;

const host = text(253)
  .transform((name) => name.toLowerCase().replace(/\.$/, ""))
  .optional();

/**
 * Reads a domain's nameservers at its registrar; `null` if the answer lists none, which does not prove that the domain
 * has none.
 */
export const domainGetNameservers: ReadAction<string[] | null> = {
  name: "DomainGetNameservers",
  refusals: ANY,
  answer: z.object({ ns1: host, ns2: host, ns3: host, ns4: host, ns5: host }).transform((servers) => {
    const names = Object.values(servers).flatMap((name) => (name ? [name] : []));
    return names.length > 0 ? [...new Set(names)] : null;
  }),
};

/** Reads whether a domain is locked at its registrar; `null` if the answer does not show it. */
export const domainGetLockingStatus: ReadAction<boolean | null> = {
  name: "DomainGetLockingStatus",
  refusals: ANY,
  answer: z.object({ lockstatus: text(60).nullish() }).transform(({ lockstatus }) => {
    const written = lockstatus?.toLowerCase();
    return written === "locked" ? true : written === "unlocked" ? false : null;
  }),
};

/** Reads the registrant's e-mail address at the registrar; `null` if the answer has none. */
export const domainGetWhoisInfo: ReadAction<string | null> = {
  name: "DomainGetWhoisInfo",
  answer: z.looseObject({}).transform((answer) => {
    // Each contact is an object or JSON text. The text may be invalid JSON, so search it with a pattern.
    const written = JSON.stringify(answer.Registrant ?? answer.registrant ?? "").replaceAll("\\", "");
    return /"e-?mail(?:_?address)?"\s*:\s*"([^"\s@]+@[^"\s@]+)"/i.exec(written)?.[1] ?? null;
  }),
};

/** The addon's error texts: the transfer code has no recipient, or the e-mail with the code could not be sent. */
export const NO_RECIPIENT = "Transfer Code Has No Recipient";
export const NOT_MAILED = "Transfer Code Not Mailed";

/**
 * Returns the e-mail address to which the addon sent a transfer code; `null` if the registrar sends the code. No answer
 * contains the code.
 */
export function sentTo({ sent_to: address }: Record<string, unknown>): string | null {
  return typeof address === "string" ? address : null;
}

const TRANSPORT =
  /timed? ?out|could not connect|connection (?:refused|reset)|curl error (?:6|7|28|35|52|56)\b|\b5\d\d\b|no response|temporar/i;

/**
 * Classifies a registrar's error by its text: the function is not supported, the registrar was unreachable, or it
 * refused. Customers do not see the text, which is written for administrators.
 */
export function registrarProblem(said: string): "unsupported" | "unavailable" | "refused" {
  if (/^(?:registrar )?function not supported/i.test(said) || /not supported/i.test(said)) return "unsupported";
  return TRANSPORT.test(said) ? "unavailable" : "refused";
}
