import type { SignedIn } from "../pages/sign-in/session.ts";
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
  /** Has just opened an account: the browser goes on signed in, where the response leads. */
  signedUp?: Pick<SignedInLogin, "login" | "mark">;
  /** The login that has a new password: sign-ins that began while it was being changed end, too. */
  signedOut?: number;
}
