/** The person or account of an export or an erasure. */
export interface DataSubject {
  kind: "login" | "account";
  id: number;
}

/** The ids of a subject's data in every place, collected before any erasure. */
export interface SubjectPlaces {
  connections: string[];
  accounts: number[];
  /** The applications of those connections. */
  applications: string[];
  /** Epoch milliseconds. Newer data belongs to a customer who returned, and is kept. Null if nothing is kept. */
  until: number | null;
}

/** A login or an account, as a billing system finds it by its number. */
export interface SubjectFound {
  /** False if the number does not exist. Null if the system that knows did not answer. */
  isKnown: boolean | null;
  /** The login's e-mail address or the account's name. */
  name: string | null;
}

/** The result of one erasure call of a store. The call is safe to repeat. */
export interface EraseStep {
  /** The number of remaining items. The store is done at 0. */
  left: number;
  /** The reason why data remains or was kept on purpose. Empty if there is none. */
  note: string;
  /** Some data was kept because its person is still a customer. If absent, only data that the law requires was kept. */
  isKept?: boolean;
}
