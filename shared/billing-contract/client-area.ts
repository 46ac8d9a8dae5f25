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

/** The browser that opens a page of the client area, as the account Worker knows it. */
export interface AreaVisitor {
  /** Part of every form of the page. The token of a posted form must equal it. */
  formToken: string;
  /** Null before sign-in. */
  signedIn: SignedIn | null;
  session: {
    /** Selects one of the login's accounts. */
    selectAccount(accountId: number): Promise<void>;
    /** Signs out. */
    end(): Promise<void>;
    /** Ends every session of a login that began before this request. */
    endAllOf(loginId: number): Promise<void>;
    /** Sets the new address in every session of the signed-in login. */
    setEmail(email: string): Promise<void>;
    /** Returns the sessions of the signed-in login. */
    list(): Promise<OpenSession[]>;
    /** Ends one of these sessions. @param object its id in the list */
    endOne(object: string): Promise<void>;
    /** Ends all of these sessions except this one, and also sign-ins in progress. */
    endOthers(): Promise<void>;
    /** Ends every connection of a login. @throws if one could not be reached */
    endConnectionsOf(loginId: number): Promise<void>;
    /** Ends every connection of a closed account. A connection that cannot be reached ends at its next request. */
    endConnectionsOfAccount(accountId: number): Promise<void>;
  };
  /** The actions that the signed-in customer may take; null before sign-in. */
  actions: CustomerActions | null;
}

/** The actions of an application, taken by the login itself under the same rules. */
export interface CustomerActions {
  /** Returns the effects that an action would have now. Changes nothing. */
  preview(action: CustomerAction): Promise<ActionResult<ActionPreview>>;
  /**
   * Takes an action. An action with the effect `order` runs once per key; a repeat returns the same outcome.
   * @param key made with the form; a setting needs none, and ignores it
   */
  act(action: CustomerAction, key: string): Promise<ActionResult<CommandValue>>;
  /** Returns the login's undecided approval requests on an account, newest first. */
  openApprovals(accountId: number): Promise<UndecidedApproval[]>;
  /**
   * Returns the actions of the login and its connections on an account before a key, newest first. An owner also gets
   * the actions of other logins in the client area.
   */
  events(accountId: number, before: LogKey | null, limit: number): Promise<ActionResult<AccountEvent[]>>;
  /** Returns a DNS zone of a service. @param zone in A-label form */
  readZone(accountId: number, serviceId: number, zone: string): Promise<ActionResult<Zone>>;
}

/** An API operation that changes an account, by its id, with its input. */
export interface CustomerAction {
  accountId: number;
  operation: Exclude<keyof Writes, "notifyZoneChange" | "settleWrite"> | "changeDnsZone";
  input: Record<string, unknown>;
}

/** The effects of an action, in the customer's words and the page's language. */
export interface ActionPreview {
  /** No full stop, such as `Renew studio-ana.ca for 2 years`. */
  title: string;
  /** One line per fact. */
  facts: { label: string; lines: string[] }[];
  /** The consequences, as sentences. */
  consequences: string[];
  /** Before taxes; null if the action places no order. */
  price: Money | null;
  /** The `confirm` of a cancellation's input, valid for 15 minutes; null for other actions. */
  confirm: string | null;
  /** Whether the action requires a recent sign-in, and the last one is too old. */
  needsSignIn: boolean;
}

/** A request for the customer's approval. */
export interface UndecidedApproval {
  /** In the page's language, without a full stop, such as `Cancel Web Plus (studio-ana.ca)`. */
  title: string;
  /** The path of the page on which the customer decides it. */
  path: string;
}

/** A change that a login or one of its connections made or tried. It is stored for 180 days. */
export interface AccountEvent extends LogKey {
  loginId: number;
  /** The application's name; null if the login did it in the client area. */
  by: string | null;
  /** Id of the operation. */
  operation: string;
  /**
   * In the page's language, such as `Renew domain names`. A waiting request has its act, such as `Unlock example.com`.
   */
  label: string;
  /** The target, such as `domain:example.com`; null if the label names it. */
  target: string | null;
  /** For an entry that needed the login's approval, this is the status of the request. */
  outcome: "succeeded" | "refused" | "failed" | "in_progress" | "asked" | "approved" | "declined" | "lapsed" | "void";
  /** The path of the page that decides a waiting request; null for other entries. */
  path: string | null;
}

export type ActionResult<Value> = { ok: true; value: Value } | { ok: false; problem: ActionProblem };

/** The reason why an action was not done. With `billing_unavailable`, the outcome is unknown. */
export type ActionProblem =
  | BillingUnavailable
  | ChangesHeld
  | ActorRefused
  | NotFound
  | WriteRefused
  /** The action requires a recent sign-in. */
  | { code: "sign_in_needed" }
  /** The hourly limit is reached, or other actions on the account have not ended. `retryAfter` is in seconds. */
  | { code: "too_many" | "busy"; retryAfter: number }
  /** The action never reached the billing system, or its key was used for another one. Send it again with a new key. */
  | { code: "not_placed" | "key_reused" }
  /** The cancellation would now differ from the confirmed one. */
  | { code: "stale_confirm" }
  | { code: "not_bridged" | "zone_changed" }
  /** The service's server did not answer. `isSent`: the zone may have been changed. */
  | { code: "zone_unanswered"; retryAfter: number; isSent: boolean };

/** The client area behind the account Worker's service binding `CLIENT_AREA`. */
export interface ClientAreaPort {
  /** Returns a page for the visitor, or the outcome of its form. @param visitor null: a browser without a session */
  answer(request: Request, visitor: AreaVisitor | null): Promise<AreaAnswer>;
  /** Returns the frame for another page of a login; null if there is none, or if the login has no account. */
  frame(call: LoginCall, page: FramedPage): Promise<BillingResult<AreaFrame | null>>;
}

/** A page that needs the area's frame. */
export interface FramedPage {
  /** The selected account; undefined if none is selected. */
  accountId: number | undefined;
  language: Language;
}

/** The part above each page of the client area. */
export interface AreaFrame {
  /** The selected account. */
  account: { id: number; name: string };
  /** Whether the login has other accounts, which it can select on the overview. */
  hasOthers: boolean;
  /** The pages that the login may open, in the page's language. */
  tabs: { path: string; label: string }[];
}

/** A page, or the outcome of a form. */
export interface AreaAnswer extends AreaSignIns {
  response: Response;
}

/** The effects of an answer of the client area on sign-ins. */
export interface AreaSignIns {
  /** The login that has a new password. Sign-ins that began during the change end, too. */
  signedOut?: number;
  /**
   * The login that has just opened an account or chosen a new password. The browser continues signed in, in a new
   * session, at the response's location.
   */
  signedIn?: Pick<SignedInLogin, "login" | "mark"> & { proof?: string };
  /**
   * Set if the form may be a repeat. `proof` shows that it is the same form. The browser continues at `location`, in
   * the session that the first form began.
   */
  repeated?: { proof: string; location: string };
}
