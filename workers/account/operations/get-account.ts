import * as z from "zod";
import { pageUrl } from "../../../shared/billing-contract/description.ts";
import { accountOperation } from "../account-context.ts";
import { answered } from "../queries/billing-answers.ts";
import { Account, toAccount } from "../schemas/account.ts";

export const getAccount = accountOperation({
  id: "getAccount",
  tool: "get_my_account",
  http: { method: "GET", path: "/account" },
  title: "Get my account",
  summary: {
    en: "The account that the connection is for: name, company, e-mail, country, currency and credit balance.",
    fr: "Le compte pour lequel la connexion a été faite : nom, entreprise, adresse de courriel, pays, devise et solde créditeur.",
  },
  label: { en: "Read the account", fr: "Lire le compte" },
  description:
    "The customer's account: name, company, e-mail, country, credit balance in `currency`, and the address of the client area, where the customer pays invoices and manages everything else. A connection is for one account.",
  effect: "read",
  access: { scope: "account:read", permissions: ["profile"], limit: "whole" },
  freshFor: 0,
  problems: [],
  input: z.strictObject({}),
  output: z.object({
    account: Account,
    client_area_url: z.url().describe("Where the customer manages the account."),
  }),
  example: {},
  async run(context) {
    const { billing, query, clientArea } = context;
    const account = await answered(context, billing.readAccount(query));
    return { account: toAccount(account), client_area_url: pageUrl(clientArea, "home") };
  },
});
