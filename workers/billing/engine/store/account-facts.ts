import type { Language } from "../../../../shared/platform/language.ts";
import type { MinorUnits } from "../../../../shared/platform/money.ts";

/** What orders are judged and invoiced by. */
export interface AccountFacts {
  country: string;
  province: string | null;
  businessNumber: string | null;
  credit: MinorUnits;
  paymentMethodOnFile: boolean;
  /** Whose address mails go to; null for an account that nobody owns. */
  owner: { email: string; language: Language } | null;
}

/** Columns, of accounts as `a`. */
export const ACCOUNT_FACTS = `
  a.country, a.province, a.business_number, a.credit, a.payment_method_on_file,
  (SELECT json_object('email', l.email, 'language', l.language)
    FROM account_logins o JOIN logins l ON l.id = o.login_id
    WHERE o.account_id = a.id AND o.owner = 1 ORDER BY l.id LIMIT 1) AS owner`;

export interface AccountFactsRow {
  country: string;
  province: string | null;
  business_number: string | null;
  credit: number;
  payment_method_on_file: 0 | 1;
  /** JSON. */
  owner: string | null;
}

export function toFacts(row: AccountFactsRow): AccountFacts {
  return {
    country: row.country,
    province: row.province,
    businessNumber: row.business_number,
    credit: row.credit,
    paymentMethodOnFile: row.payment_method_on_file === 1,
    owner: row.owner === null ? null : JSON.parse(row.owner),
  };
}
