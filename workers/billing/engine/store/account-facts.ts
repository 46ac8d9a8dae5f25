import type { Language } from "../../../../shared/platform/language.ts";
import type { MinorUnits } from "../../../../shared/platform/money.ts";
import { raw, sql } from "./sql.ts";

/** The facts that orders are decided and invoiced on. */
export interface AccountFacts {
  country: string;
  province: string | null;
  businessNumber: string | null;
  credit: MinorUnits;
  paymentMethodOnFile: boolean;
  /** The recipient of mails; null for an account without an owner. */
  owner: { email: string; language: Language } | null;
}

/** A column: the owner of an account `a`, as JSON. */
const OWNER = `(SELECT json_object('email', l.email, 'language', l.language)
    FROM account_logins o JOIN logins l ON l.id = o.login_id
    WHERE o.account_id = a.id AND o.owner = 1 ORDER BY l.id LIMIT 1) AS owner`;

/** The columns of an {@link AccountFactsRow}, of accounts as `a`. */
export const ACCOUNT_FACTS = `
  a.country, a.province, a.business_number AS businessNumber, a.credit, a.payment_method_on_file AS paymentMethodOnFile,
  ${OWNER}`;

/** The owner is JSON. */
export type AccountFactsRow = Omit<AccountFacts, "paymentMethodOnFile" | "owner"> & {
  paymentMethodOnFile: 0 | 1;
  owner: string | null;
};

/** Who owns an account now; null where nobody does. */
export async function readOwner(db: D1Database, accountId: number): Promise<AccountFacts["owner"]> {
  const owner = await sql(db)`SELECT ${raw(OWNER)} FROM accounts a WHERE a.id = ${accountId}`.first<string>("owner");
  return owner === null ? null : JSON.parse(owner);
}

export function toFacts(row: AccountFactsRow): AccountFacts {
  const { country, province, businessNumber, credit, paymentMethodOnFile, owner } = row;
  return {
    ...{ country, province, businessNumber, credit },
    paymentMethodOnFile: paymentMethodOnFile === 1,
    owner: owner === null ? null : JSON.parse(owner),
  };
}
