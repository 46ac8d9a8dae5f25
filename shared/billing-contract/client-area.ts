import type { LogKey } from "../account-access/call-log.ts";
import type { SignedIn } from "../pages/sign-in/session.ts";
import type { OpenSession } from "../pages/sign-in/session-list.ts";
import type { Language } from "../platform/language.ts";
import type { Zone } from "../zones-contract/zone-system.ts";
import type { LoginCall } from "./call.ts";
import type {
  ActorRefused,
  BillingResult,
  BillingUnavailable,
  ChangesHeld,
  Money,
  NotFound,
  WriteRefused,
} from "./result.ts";
import type { SignedInLogin } from "./sign-in.ts";
import type { CommandValue, Writes } from "./writes.ts";

/** Who opens a page of the client area, as the account Worker knows the browser. */
export interface AreaVisitor {
  /** Goes into every form of the page; that of a posted form is compared with it. */
  formToken: string;
  /** Null before signing in. */
  signedIn: SignedIn | null;
  session: {
    /** Selects one of the login's accounts. */
    selectAccount(accountId: number): Promise<void>;
    /** Signs out. */
    end(): Promise<void>;
    /** Ends every sign-in of a login until the request came. */
    endAllOf(loginId: number): Promise<void>;
    /** Every session of the login that is signed in says its new address. */
    setEmail(email: string): Promise<void>;
    /** The sessions of the login that is signed in. */
    list(): Promise<OpenSession[]>;
    /** Ends one of them. @param object its id in the list */
    endOne(object: string): Promise<void>;
    /** Ends all of them but this one, and sign-ins that are under way. */
    endOthers(): Promise<void>;
    /** Ends every connection of a login. @throws if one could not be reached */
    endConnectionsOf(loginId: number): Promise<void>;
    /** Ends every connection of an account that is closed. One that cannot be reached ends at its next request, which finds no account. */
    endConnectionsOfAccount(accountId: number): Promise<void>;
  };
  /** What the signed-in customer may change by hand; null before signing in. */
  actions: CustomerActions | null;
}

/** What an application may do, done by the login itself, by the same operations and rules. */
export interface CustomerActions {
  /** What an action would do now. Changes nothing. */
  preview(action: CustomerAction): Promise<ActionResult<ActionPreview>>;
  /**
   * Does it. An action with the effect `order` is done once under its key: sent again, it has the same outcome.
   * @param key made with the form; a setting needs none, and ignores it
   */
  act(action: CustomerAction, key: string): Promise<ActionResult<CommandValue>>;
  /** The login's undecided approval requests on an account, newest first. */
  openApprovals(accountId: number): Promise<UndecidedApproval[]>;
  /** What the login and its connections did on an account before a key, newest first; to its owner, also what its other logins did by hand. */
  events(accountId: number, before: LogKey | null, limit: number): Promise<ActionResult<AccountEvent[]>>;
  /** A DNS zone of a service. @param zone in A-label form */
  readZone(accountId: number, serviceId: number, zone: string): Promise<ActionResult<Zone>>;
}

/** An operation of the API that changes an account, by its id, with its own input. */
export interface CustomerAction {
  accountId: number;
  operation: Exclude<keyof Writes, "notifyZoneChange" | "settleWrite"> | "changeDnsZone";
  input: Record<string, unknown>;
}

/** What an action would do, in the customer's words and the page's language. */
export interface ActionPreview {
  /** Without a full stop: `Renew studio-ana.ca for 2 years`. */
  title: string;
  /** A line each. */
  facts: { label: string; lines: string[] }[];
  /** What follows from it, as sentences. */
  consequences: string[];
  /** Before taxes; null where it makes no order. */
  price: Money | null;
  /** Of a cancellation: the `confirm` of its input, good for 15 minutes. */
  confirm: string | null;
  /** It is done shortly after a sign-in alone, and that was too long ago. */
  needsSignIn: boolean;
}

/** A request for the customer's approval. */
export interface UndecidedApproval {
  /** In the page's language, without a full stop: `Cancel Web Plus (studio-ana.ca)`. */
  title: string;
  /** Of the page that decides it. */
  path: string;
}

/** A change that a login or one of its connections made, or tried; kept 180 days. */
export interface AccountEvent extends LogKey {
  loginId: number;
  /** The application's name; null: the login did it by hand. */
  by: string | null;
  /** In the page's language: `Renew domain names`; for a waiting request, the requested act: `Unlock example.com`. */
  label: string;
  /** Such as `domain:example.com`; null where the label names it. */
  target: string | null;
  /** For an entry that needed the login's approval: the status of the request. */
  outcome: "succeeded" | "refused" | "failed" | "in_progress" | "asked" | "approved" | "declined" | "lapsed" | "void";
  /** Of the page that decides a request that waits; else null. */
  path: string | null;
}

export type ActionResult<Value> = { ok: true; value: Value } | { ok: false; problem: ActionProblem };

/** Why it was not done; of `billing_unavailable`, that it is not known whether it was. */
export type ActionProblem =
  | BillingUnavailable
  | ChangesHeld
  | ActorRefused
  | NotFound
  | WriteRefused
  /** It is done shortly after a sign-in alone. */
  | { code: "sign_in_needed" }
  /** The hour's limit is reached, or other actions on the account have not ended. Seconds. */
  | { code: "too_many" | "busy"; retryAfter: number }
  /** It never reached the billing system, or its key was used for something else: it is sent again with a new key. */
  | { code: "not_placed" | "key_reused" }
  /** The cancellation that was confirmed is not what would happen now. */
  | { code: "stale_confirm" }
  | { code: "not_bridged" | "zone_changed" }
  /** The service's server did not answer. `isSent`: whether the zone was changed is not known. */
  | { code: "zone_unanswered"; retryAfter: number; isSent: boolean };

/** The client area behind the account Worker's service binding `CLIENT_AREA`. */
export interface ClientAreaPort {
  /** A page for the visitor, or the outcome of its form. @param visitor null: a browser without a session */
  answer(request: Request, visitor: AreaVisitor | null): Promise<AreaAnswer>;
  /** The frame for another page of a login; null where there is none, and for a login without an account. */
  frame(call: LoginCall, page: FramedPage): Promise<BillingResult<AreaFrame | null>>;
}

/** A page that is to have the area's frame. */
export interface FramedPage {
  /** The selected account; undefined: none. */
  accountId: number | undefined;
  language: Language;
}

/** The part above each page of the area. */
export interface AreaFrame {
  /** The selected one. */
  account: { id: number; name: string };
  /** The login has others, to be chosen on the overview. */
  hasOthers: boolean;
  /** The pages that the login may open, in the page's language. */
  tabs: { path: string; label: string }[];
}

/** A page, or the outcome of a form. */
export interface AreaAnswer extends AreaSignIns {
  response: Response;
}

/** What an answer of the client area means for sign-ins. */
export interface AreaSignIns {
  /** The login that has a new password: sign-ins that began while it was being changed end, too. */
  signedOut?: number;
  /**
   * Has just opened an account, or chosen a new password: the browser continues signed in, in a new session, where the
   * response leads.
   */
  signedIn?: Pick<SignedInLogin, "login" | "mark"> & { proof?: string };
  /**
   * The form may have been sent before: what proves that it is the same, and where the browser then continues in the
   * session that the first began.
   */
  repeated?: { proof: string; location: string };
}
