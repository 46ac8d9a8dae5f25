import type { ActorQuery } from "../../../../shared/billing-contract/call.ts";
import type { AccountReference } from "../../../../shared/billing-contract/customer.ts";
import type { ContractMethods } from "../../../../shared/billing-contract/guarded-billing.ts";
import { ok } from "../../../../shared/billing-contract/result.ts";
import type { Write } from "../../../../shared/billing-contract/writes.ts";
import { type InvalidMember, invalidBody, refusal } from "../../../../shared/ordering/refusals.ts";
import type { Text } from "../../../../shared/platform/language.ts";
import { cleaned } from "../../../../shared/platform/plain-text.ts";
import { runWrite } from "../actions/run-write.ts";
import type { EngineContext } from "../engine-context.ts";
import { notice, sendNoticesAfterwards } from "../mails/notices.ts";
import type { DetailsResult } from "../records/details.ts";
import { UNPAID } from "../records/invoices.ts";
import type { AccountFacts, Contact, Store } from "../store/account-store.ts";
import { raw, sql } from "../store/sql.ts";
import { COUNTRIES, PROVINCES } from "./countries.ts";

/** The account details that the customer can change. */
export type AccountDetails = Contact & Pick<AccountFacts, TaxedFact | "company">;

/** The details that determine an account's taxes. */
type TaxedFact = "country" | "province" | "businessNumber";

/**
 * An account's stored details. `isTaxedAlike` is true if an unpaid invoice prevents changes to the details that
 * determine the taxes.
 */
export type KnownDetails = Pick<AccountFacts, TaxedFact | "company" | "contact"> & { isTaxedAlike: boolean };

/** The client area's writes of account details. */
export interface AccountDetailsWrites {
  /**
   * Sets the account details and the registrant of future domain orders. Registered domains keep their registrant. The
   * owner gets an e-mail.
   */
  setAccountDetails: Write<AccountDetails, AccountReference>;
}

export async function readAccountDetails(
  { db, accounts }: Store,
  query: ActorQuery,
): Promise<DetailsResult<KnownDetails>> {
  const read = await accounts.state(query, { unpaid: unpaidRead(db, query.accountId) });
  if (!read.ok) return read;
  const { facts, rows } = read.value;
  return ok({ ...facts, isTaxedAlike: rows.unpaid.length > 0 });
}

/** Returns the statement that selects a row if the account has an unpaid invoice. */
function unpaidRead(db: D1Database, accountId: number) {
  return sql(db)`SELECT 1 FROM invoices i WHERE i.account_id = ${accountId} AND ${raw(UNPAID)} LIMIT 1`;
}

export const accountDetailsWrites = {
  async setAccountDetails(engine, call, given) {
    const { db } = engine;
    const details = tidy(given);
    const { company, country, province, businessNumber, ...contact } = details;
    const unpaid = unpaidRead(db, call.accountId);
    return runWrite<{ unpaid: typeof unpaid }, AccountReference>(engine, call, {
      operation: null,
      reads: { unpaid },
      decide({ account, facts, rows, moment }) {
        const invalid = invalidBody(invalidDetails(details));
        if (invalid) return { refused: invalid };
        const isTaxedAlike = (["country", "province", "businessNumber"] as const).every((f) => details[f] === facts[f]);
        if (!isTaxedAlike && rows.unpaid.length > 0) return { refused: PAY_FIRST };
        // If the account has the name of its contact person, rename it too. Keep any other account name.
        const named = facts.contact && nameOf(facts.contact);
        const update = sql(db)`UPDATE accounts SET name = CASE name WHEN ${named} THEN ${nameOf(contact)} ELSE name END,
          company = ${company}, country = ${country}, province = ${province},
          business_number = ${businessNumber}, contact = ${JSON.stringify(contact)} WHERE id = ${call.accountId}`;
        return {
          statements: [update, notice(db, call, moment.at, { kind: "detailsChanged" })],
          value: account,
          afterwards: () => sendNoticesAfterwards(engine, call.accountId),
        };
      },
    });
  },
} satisfies ContractMethods<EngineContext, AccountDetailsWrites>;

/** The refusal of a change that would affect the taxes of an unpaid invoice. */
const PAY_FIRST = refusal(
  "not_allowed",
  "The country, province and tax number decide the taxes. Pay the open invoices before you change them.",
  "Le pays, la province et le numéro de taxe déterminent les taxes : payez d’abord les factures en attente.",
);

/** Returns the account name for a person. */
export function nameOf({ firstName, lastName }: Pick<Contact, "firstName" | "lastName">): string {
  return `${firstName} ${lastName}`;
}

const MAX_LENGTH = 60;

/** Matches the start of a Canadian or US telephone number in national format: an optional 1, followed by ten digits. */
const NATIONAL_NUMBER = /^1?(?=[2-9]\d{9}$)/;

/**
 * Removes surrounding whitespace and invisible characters. Removes spaces, parentheses, dots and hyphens from the
 * telephone number. A Canadian or US number without a country code gets one.
 */
export function tidy(given: AccountDetails): AccountDetails {
  const text = (value: string) => cleaned(value, 1_000);
  return {
    ...{ firstName: text(given.firstName), lastName: text(given.lastName) },
    company: given.company === null ? null : text(given.company) || null,
    street: given.street.map(text).filter((line) => line !== ""),
    ...{ city: text(given.city), postalCode: text(given.postalCode).toUpperCase() },
    country: given.country,
    province: PROVINCES[given.country] ? given.province : null,
    businessNumber: text(given.businessNumber ?? "").toUpperCase() || null,
    phone: text(given.phone)
      .replaceAll(/[ ().-]/g, "")
      .replace(NATIONAL_NUMBER, (prefix) => (POSTAL_CODES[given.country] ? "+1" : prefix)),
  };
}

export const IS_MISSING: Text = { en: "is missing", fr: "manque" };
const IS_TOO_LONG: Text = {
  en: `must have at most ${MAX_LENGTH} characters`,
  fr: `doit avoir au plus ${MAX_LENGTH} caractères`,
};
const IS_NO_CHOICE: Text = { en: "must be a value from the list", fr: "doit être l’un des choix de la liste" };
const IS_NO_NUMBER: Text = {
  en: "must have at most 30 letters and digits",
  fr: "doit avoir au plus 30 lettres et chiffres",
};
const IS_NO_PHONE: Text = {
  en: "must begin with + and the country code, such as +1 514 555 0101",
  fr: "doit commencer par + et l’indicatif du pays, comme +1 514 555 0101",
};

/** The postal code formats, for the countries whose format is checked. */
const POSTAL_CODES: Partial<Record<string, { form: RegExp; message: Text }>> = {
  CA: {
    form: /^[A-CEGHJ-NPR-TVXY]\d[A-CEGHJ-NPR-TV-Z] ?\d[A-CEGHJ-NPR-TV-Z]\d$/,
    message: { en: "must be like K1A 0B1", fr: "doit être comme K1A 0B1" },
  },
  US: {
    form: /^\d{5}(?:-\d{4})?$/,
    message: { en: "must be like 20500 or 20500-0003", fr: "doit être comme 20500 ou 20500-0003" },
  },
};

export function invalidDetails(details: AccountDetails): InvalidMember[] {
  const { country, province, postalCode, businessNumber, phone, company, street } = details;
  const postal = POSTAL_CODES[country];
  const provinces = PROVINCES[country];
  const invalid = (pointer: string, message: Text | false) => (message ? [{ pointer, message }] : []);
  const required = (pointer: string, text: string) =>
    invalid(pointer, text === "" ? IS_MISSING : text.length > MAX_LENGTH && IS_TOO_LONG);
  return [
    ...required("/firstName", details.firstName),
    ...required("/lastName", details.lastName),
    ...invalid("/company", (company?.length ?? 0) > MAX_LENGTH && IS_TOO_LONG),
    ...required("/street", street.length === 0 ? "" : (street.find((line) => line.length > MAX_LENGTH) ?? "given")),
    ...required("/city", details.city),
    ...required("/postalCode", postalCode),
    ...invalid("/postalCode", postalCode !== "" && postal?.form.test(postalCode) === false && postal.message),
    ...invalid("/country", !COUNTRIES.includes(country) && IS_NO_CHOICE),
    ...invalid("/province", provinces !== undefined && !provinces.includes(province ?? "") && IS_NO_CHOICE),
    ...invalid("/businessNumber", !/^[0-9A-Z .+*/-]{0,30}$/.test(businessNumber ?? "") && IS_NO_NUMBER),
    ...invalid("/phone", !/^\+[1-9]\d{6,14}$/.test(phone) && IS_NO_PHONE),
  ];
}
