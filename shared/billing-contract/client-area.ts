import type { SignedIn } from "../pages/sign-in/session.ts";
import type { OpenSession } from "../pages/sign-in/session-list.ts";
import type { SignedInLogin } from "./sign-in.ts";

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
    /** Ends every sign-in of a login until now. */
    endAllOf(loginId: number): Promise<void>;
    /** The sessions of the login that is signed in. */
    list(): Promise<OpenSession[]>;
    /** Ends one of them. @param object its id in the list */
    endOne(object: string): Promise<void>;
    /** Ends all of them but this one, and sign-ins that are under way. */
    endOthers(): Promise<void>;
    /** Ends every connection of a login. @throws if one could not be reached */
    endConnectionsOf(loginId: number): Promise<void>;
  };
}

/** The client area behind the account Worker's service binding `CLIENT_AREA`. */
export interface ClientAreaPort {
  /** A page for the visitor, or the outcome of its form. @param visitor null: a browser without a session */
  answer(request: Request, visitor: AreaVisitor | null): Promise<AreaAnswer>;
}

/** A page, or the outcome of a form. */
export interface AreaAnswer extends AreaSignIns {
  response: Response;
}

/** What an answer of the client area means for sign-ins. */
export interface AreaSignIns {
  /** The login that has a new password: sign-ins that began while it was being changed end, too. */
  signedOut?: number;
  /** Has just opened an account, or chosen a new password: the browser goes on signed in, in a new session, where the response leads. */
  signedIn?: Pick<SignedInLogin, "login" | "mark">;
}
