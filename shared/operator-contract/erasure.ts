/** Whom an export or an erasure is about. */
export interface DataSubject {
  kind: "login" | "account";
  id: number;
}

/** The places with data about a subject, by ids, found before any of it was erased. */
export interface SubjectPlaces {
  connections: string[];
  accounts: number[];
  /** Of those connections. */
  applications: string[];
  /** Epoch milliseconds: what is newer is of a customer who came back, and stays. Null: nothing stays. */
  until: number | null;
}

/** What a billing system knows of a login or an account by its number. */
export interface SubjectFound {
  /** False: it has none of that number. Null: what would know it did not answer. */
  isKnown: boolean | null;
  /** What people know it by: an address, or an account's name. */
  name: string | null;
}

/** What one call of a store's erasure did. It may be repeated. */
export interface EraseStep {
  /** How much is left: the store is done at 0. */
  left: number;
  /** Why something is left, or what was kept on purpose; empty: nothing to say. */
  note: string;
  /** Something was kept because its person is still a customer; absent: nothing but what the law requires. */
  isKept?: boolean;
}
