import * as z from "zod";
import type { DomainListKey } from "../../../shared/billing-contract/customer.ts";
import { readOperation } from "../account-context.ts";
import { answered } from "../queries/billing-answers.ts";
import { readCursor, writeCursor } from "../queries/cursors.ts";
import { accountCurrencyOutput } from "../schemas/account.ts";
import { Domain, toDomain } from "../schemas/domain.ts";
import { domainFilter, nextCursorOutput, pageInput } from "../schemas/input.ts";

export const listDomains = readOperation({
  id: "listDomains",
  tool: "list_my_domains",
  http: { method: "GET", path: "/account/domains" },
  title: "List my domain names",
  summary: {
    en: "Domain names: status, expiry date, renewal price, auto-renewal and manage link.",
    fr: "Noms de domaine : état, date d’expiration, prix de renouvellement, renouvellement automatique et lien de gestion.",
  },
  label: { en: "Read domain names", fr: "Lire les noms de domaine" },
  description:
    "The domain names that the customer owns, by name: status, when each was registered and expires, `renewal_price` for `renewal_years` in `currency`, without taxes, whether it renews automatically, and the link to manage it. The list is complete once `next_cursor` is null. Whether a name can be registered is in check_domain.",
  access: { scope: "account:read", permissions: ["domains"], limit: "filtered" },
  input: z.strictObject({
    status: z
      .enum(["active", "all"])
      .default("active")
      .describe("`active`: all but expired, transferred-away, cancelled and fraudulent ones. `all`: those too."),
    domain: domainFilter.optional().describe("Only this domain name and what is under it; `www.` is ignored."),
    ...pageInput,
  }),
  output: {
    currency: accountCurrencyOutput,
    domains: z.array(Domain).describe("One page of them."),
    next_cursor: nextCursorOutput,
  },
  example: { domain: "studio-ana.ca" },
  async run(context, { limit, cursor, ...filters }) {
    const { lists, clientArea } = context;
    const after = await readCursor<DomainListKey>(context, cursor, filters);
    const list = { ...filters, limit, ...(after && { after }) };
    const page = await answered(context, lists.domains(list));
    return {
      account: page.account,
      currency: page.account.currency,
      domains: page.items.map((item) => toDomain(item, clientArea)),
      next_cursor: await writeCursor(context, page.next, filters),
    };
  },
});
