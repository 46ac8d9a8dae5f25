/** The login or account whose data is exported or erased. */
export interface DataSubject {
  kind: "login" | "account";
  id: number;
}

/** The ids that locate a subject's data in every store. They are collected before any data is erased. */
export interface SubjectPlaces {
  connections: string[];
  accounts: number[];
  /** The applications of those connections. */
  applications: string[];
  /**
   * A time in epoch milliseconds. Data from after this time is kept, because it belongs to a customer who returned.
   * `null` if no data is kept.
   */
  until: number | null;
}

/** The result of looking up a login or account by number in a billing system. */
export interface SubjectFound {
  /** Whether the number exists; `null` if the system that can answer this did not respond. */
  isKnown: boolean | null;
  /** The login's e-mail address or the account's name. */
  name: string | null;
}

/** The result of one erasure call to a store. The call can be repeated safely. */
export interface EraseStep {
  /** The number of items that are left to erase. At 0, the store needs no further call. */
  left: number;
  /** The reason why data remains or was kept on purpose; empty if there is no such reason. */
  note: string;
  /**
   * Whether some data was kept because the person is still a customer. If absent, only data that the law requires was
   * kept.
   */
  isKept?: boolean;
}
