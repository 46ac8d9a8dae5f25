import * as z from "zod";
import { REASONS, type Reason } from "../domain-names/verdict.ts";
import { currencyOutput, langOutput } from "./answers.ts";

/** What each reason of a domain check means, as the API describes it. */
const MEANINGS: Readonly<Record<Reason, string>> = {
  no_registration_found: "nobody has registered the name (`available`).",
  registered: "somebody has registered it (`taken`).",
  delegated: "it has nameservers in its parent zone, so it is registered (`taken`).",
  redemption: "it has expired, and only its holder can restore it (`taken`).",
  pending_delete: "it has expired and is about to be deleted (`taken`).",
  reserved: "the registry withholds it (`unavailable`).",
  blocked: "it is blocked, for instance to protect a trade mark (`unavailable`).",
  premium_hint: "the registry sells it only as a premium name (`unavailable`).",
  invalid_name:
    "the registry does not allow such a name, for instance for its length or its characters (`unavailable`).",
  suffix_not_sold: "the registry takes no new names under this extension (`unavailable`).",
  rate_limited: "the registry said that it was asked too often; ask again after `retry_after` (`unknown`).",
  timeout: "the registry did not answer in time; ask again after `retry_after` (`unknown`).",
  unreachable: "the registry could not be reached; ask again after `retry_after` (`unknown`).",
  refused: "the registry refused the question; ask again after `retry_after` (`unknown`).",
  bad_answer: "the registry's answer proves nothing; ask again after `retry_after` (`unknown`).",
  conflict: "the registry's answer contradicts itself; ask again after `retry_after` (`unknown`).",
  no_public_source:
    "nobody can be asked about this extension, now or later, so none can be ordered: `order_url` leads to the cart's search for another name (`unknown`).",
  budget: "too many questions for this registry at the moment; ask again after `retry_after` (`unknown`).",
};

const REASON_LINES = REASONS.map((reason) => `\`${reason}\`: ${MEANINGS[reason]}`).join("\n");

export const DomainCheckAnswer = z.object({
  currency: currencyOutput,
  lang: langOutput,
  domain: z.string().describe("The name in ASCII, lower case."),
  unicode_domain: z.string(),
  tld: z.string().describe("Its extension, with the leading dot."),
  status: z
    .enum(["available", "taken", "unavailable", "unknown"])
    .describe("`unavailable`: reserved, blocked or not allowed. `unknown`: no clear answer."),
  available: z.boolean().nullable().describe("null when unknown."),
  reason: z.enum(REASONS).describe(`Why:\n${REASON_LINES}`),
  retry_after: z
    .int()
    .nullable()
    .describe("Seconds until asking again may help; null where it never will, or where nothing is unknown."),
  order_type: z.enum(["register", "transfer"]).nullable(),
  register: z
    .number()
    .describe("Price of the first year; several years cost `register` and `renew` for each further one."),
  transfer: z.number().describe("Price of a transfer in, once; the term that it adds is in the `note` of the quote."),
  renew: z.number().describe("Price of each further year, and of renewing for one year."),
  period_years: z.int(),
  years_sold: z.array(z.int()).describe("For how many years a name with this extension can be registered."),
  order_url: z
    .url()
    .nullable()
    .describe(
      "The cart with this name in it; null when unknown or unavailable. With `no_public_source`: the cart's own search.",
    ),
  checked_at: z.iso.datetime(),
  source: z
    .enum(["rdap", "whois", "das", "registrar", "dns"])
    .nullable()
    .describe("What kind of source answered (`dns`: the name's delegation was seen); null when none did."),
  simulated: z.boolean().describe("Whether a sandbox registry answered in place of the real one."),
  note: z.string().describe("What the answer does not promise."),
});
export type DomainCheckAnswer = z.output<typeof DomainCheckAnswer>;
