/** The used parts of the account's answers; `tools/list` has the full schemas. Dates are YYYY-MM-DD. */
export interface Domain {
  domain: string;
  status: string;
  expires_on: string | null;
  /** The price of one renewal, without taxes; null if it does not renew. */
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

/** A page of one of the lists; null is the end. */
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
