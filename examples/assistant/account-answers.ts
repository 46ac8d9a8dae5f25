/**
 * The fields of the account tools' answers that this assistant uses; `tools/list` has the full schemas. Dates are
 * YYYY-MM-DD.
 */
export interface Domain {
  domain: string;
  status: string;
  expires_on: string | null;
  /** The price of one renewal, without taxes; `null` if the domain does not renew. */
  renewal_price: number | null;
  auto_renew: boolean;
  manage_url: string;
}

export interface Service {
  plan: string;
  domain: string | null;
  status: string;
  next_due_date: string | null;
  /** The price of one billing cycle, without taxes. */
  recurring_price: number;
  cancellation: unknown;
  manage_url: string;
}

export interface Invoice {
  number: string;
  due_on: string;
  currency: string;
  balance_due: number;
  overdue: boolean;
  view_url: string;
}

/** A page of a list; `next_cursor` is `null` on the last page. */
export interface AnswerPage {
  currency?: string;
  next_cursor: string | null;
}

export interface Domains extends AnswerPage {
  domains: Domain[];
}

export interface Services extends AnswerPage {
  services: Service[];
}

export interface Invoices extends AnswerPage {
  invoices: Invoice[];
}
