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

/** The browser that opens a page of the client area, with the facts that the account Worker has about it. */
export interface AreaVisitor {
  /** The token that every form of the page contains. The token of a posted form must equal it. */
  formToken: string;
  /** The signed-in login; `null` before sign-in. */
  signedIn: SignedIn | null;
  session: {
    /** Selects one of the login's accounts. */
    selectAccount(accountId: number): Promise<void>;
    /** Signs the browser out. */
    end(): Promise<void>;
    /** Ends every session of a login that began before this request. */
    endAllOf(loginId: number): Promise<void>;
    /** Sets the new e-mail address in every session of the signed-in login. */
    setEmail(email: string): Promise<void>;
    list(): Promise<OpenSession[]>;
    /**
     * Ends one of the signed-in login's sessions.
     * @param object the session's id in the list
     */
    endOne(object: string): Promise<void>;
    /** Ends all sessions of the signed-in login except this one, and its sign-ins in progress. */
    endOthers(): Promise<void>;
    /**
     * Ends every connection of a login.
     * @throws if a connection could not be reached
     */
    endConnectionsOf(loginId: number): Promise<void>;
    /** Ends every connection of a closed account. If a connection cannot be reached, it ends at its next request. */
    endConnectionsOfAccount(accountId: number): Promise<void>;
  };
  /** The actions that the signed-in customer may take; `null` before sign-in. */
  actions: CustomerActions | null;
}

/** The actions that applications can take. The signed-in customer takes them directly, under the same rules. */
export interface CustomerActions {
  /** Returns the effects that an action would have now, without changing anything. */
  preview(action: CustomerAction): Promise<ActionResult<ActionPreview>>;
  /**
   * Takes an action. An action with the effect `order` runs once per key, and a repeat returns the same outcome.
   * @param key a key that was created with the form; settings ignore it
   */
  act(action: CustomerAction, key: string): Promise<ActionResult<CommandValue>>;
  /** Returns the login's undecided approval requests on an account, newest first. */
  openApprovals(accountId: number): Promise<UndecidedApproval[]>;
  /**
   * Returns the actions of the login and its connections on an account, newest first. An owner also gets the actions of
   * other logins in the client area.
   * @param before the last event of the previous page; `null` for the first page
   */
  events(accountId: number, before: LogKey | null, limit: number): Promise<ActionResult<AccountEvent[]>>;
  /**
   * Returns a DNS zone of a service.
   * @param zone the zone's name in A-label form
   */
  readZone(accountId: number, serviceId: number, zone: string): Promise<ActionResult<Zone>>;
}

/** A call to an API operation that changes an account, with the operation's id and its input. */
export interface CustomerAction {
  accountId: number;
  operation: Exclude<keyof Writes, "notifyZoneChange" | "settleWrite"> | "changeDnsZone";
  input: Record<string, unknown>;
}

/** The effects of an action, in words for the customer and in the page's language. */
export interface ActionPreview {
  /** A text without a full stop, such as `Renew studio-ana.ca for 2 years`. */
  title: string;
  /** The facts about the action, with one line per fact. */
  facts: { label: string; lines: string[] }[];
  /** The consequences as sentences. */
  consequences: string[];
  /** The price before taxes; `null` if the action places no order. */
  price: Money | null;
  /** The `confirm` value of a cancellation's input, which is valid for 15 minutes; `null` for other actions. */
  confirm: string | null;
  /** Whether the action requires a recent sign-in and the last one is too old. */
  needsSignIn: boolean;
}

/** A request for the customer's approval. */
export interface UndecidedApproval {
  /** A text in the page's language, without a full stop, such as `Cancel Web Plus (studio-ana.ca)`. */
  title: string;
  /** The path of the page on which the customer decides the request. */
  path: string;
}

/** A change that a login or one of its connections made or tried to make. It is stored for 180 days. */
export interface AccountEvent extends LogKey {
  loginId: number;
  /** The application's name; `null` if the login made the change in the client area. */
  by: string | null;
  /** The id of the operation. */
  operation: string;
  /**
   * A text in the page's language, such as `Renew domain names`. The label of a waiting request names its action, such
   * as `Unlock example.com`.
   */
  label: string;
  /** The target, such as `domain:example.com`; `null` if the label already names it. */
  target: string | null;
  /**
   * The outcome of the change. If the change needed the login's approval, this is the status of the approval request.
   */
  outcome: "succeeded" | "refused" | "failed" | "in_progress" | "asked" | "approved" | "declined" | "lapsed" | "void";
  /** The path of the page on which a waiting request is decided; `null` for other entries. */
  path: string | null;
}

export type ActionResult<Value> = { ok: true; value: Value } | { ok: false; problem: ActionProblem };

/** The reason why an action did not succeed. With `billing_unavailable`, the outcome is unknown. */
export type ActionProblem =
  | BillingUnavailable
  | ChangesHeld
  | ActorRefused
  | NotFound
  | WriteRefused
  /** The action requires a recent sign-in. */
  | { code: "sign_in_needed" }
  /** The hourly limit is reached, or other actions on the account are still in progress. `retryAfter` is in seconds. */
  | { code: "too_many" | "busy"; retryAfter: number }
  /**
   * The action never reached the billing system, or its key was used for another action. The customer must send it
   * again with a new key.
   */
  | { code: "not_placed" | "key_reused" }
  /** The cancellation would now differ from the confirmed one. */
  | { code: "stale_confirm" }
  | { code: "not_bridged" | "zone_changed" }
  /**
   * The service's server did not respond. `isSent` means that the zone may have been changed. `retryAfter` is in
   * seconds.
   */
  | { code: "zone_unanswered"; retryAfter: number; isSent: boolean };

/** The client area behind the account Worker's service binding `CLIENT_AREA`. */
export interface ClientAreaPort {
  /**
   * Returns a page for the visitor, or the outcome of its form.
   * @param visitor `null` for a browser without a session
   */
  answer(request: Request, visitor: AreaVisitor | null): Promise<AreaAnswer>;
  /** Returns the frame for another page of a login, or `null` if the area has no frame or the login has no account. */
  frame(call: LoginCall, page: FramedPage): Promise<BillingResult<AreaFrame | null>>;
}

/** A page that is shown within the area's frame. */
export interface FramedPage {
  /** The selected account; `undefined` if no account is selected. */
  accountId: number | undefined;
  language: Language;
}

/** The part above each page of the client area. */
export interface AreaFrame {
  account: { id: number; name: string };
  /** Whether the login manages other accounts, which it can select on the overview. */
  hasOthers: boolean;
  /** The pages that the login may open, in the page's language. */
  tabs: { path: string; label: string }[];
}

/** A page, or the outcome of a form. */
export interface AreaAnswer extends AreaSignIns {
  response: Response;
}

/** The effects that a response of the client area has on sign-ins. */
export interface AreaSignIns {
  /** The login that has a new password. Its sessions end, as do sign-ins that began during the change. */
  signedOut?: number;
  /**
   * The login that has just opened an account or chosen a new password. The browser is signed in to a new session and
   * continues at the response's location.
   */
  signedIn?: Pick<SignedInLogin, "login" | "mark"> & { proof?: string };
  /**
   * Present if the form may have been sent before. `proof` identifies the form. If it was sent before, the browser
   * continues at `location`, in the session that the first copy of the form began.
   */
  repeated?: { proof: string; location: string };
}
