import { randomBytes } from "node:crypto";
import { TOTP } from "otpauth";
import type { Installation } from "./actions/action.ts";
import type { HttpAnswer } from "./http-answer.ts";
import { escaped, page, redirect } from "./page.ts";
import type { WhmcsUser } from "./state.ts";

const COOKIE = "WHMCSsimulated";

/**
 * A browser's session in the client area: the signed-in user, or the user who has entered the password but not the
 * code.
 */
interface BrowserSession {
  userId: number | null;
  awaitingCode: number | null;
}

/**
 * The client area's own sign-in with a session cookie. It takes the password and, if the user has a second factor, a
 * code.
 */
export class SignIn {
  readonly #installation: Pick<Installation, "state" | "now">;
  readonly #sessions = new Map<string, BrowserSession>();

  constructor(installation: Pick<Installation, "state" | "now">) {
    this.#installation = installation;
  }

  /** Returns the user of a browser; `null` if nobody is signed in. */
  userOf(cookies: string | undefined): WhmcsUser | null {
    const session = this.#sessions.get(sessionId(cookies) ?? "");
    return this.#installation.state.users.find(({ id }) => id === session?.userId) ?? null;
  }

  end(cookies: string | undefined): HttpAnswer {
    this.#sessions.delete(sessionId(cookies) ?? "");
    return redirect("/clientarea.php");
  }

  /** @param goto path at which the browser continues after the sign-in */
  form(goto: string, cookies: string | undefined, message = ""): HttpAnswer {
    const isCode = typeof this.#sessions.get(sessionId(cookies) ?? "")?.awaitingCode === "number";
    const fields = isCode
      ? '<label>Code <input name="code" inputmode="numeric" autocomplete="one-time-code" autofocus></label>'
      : `<label>Email Address <input name="username" type="email" autocomplete="username" autofocus></label>
         <label>Password <input name="password" type="password" autocomplete="current-password"></label>`;
    const alert = message && `<p role="alert">${escaped(message)}</p>`;
    const hidden = `<input type="hidden" name="goto" value="${escaped(goto)}">`;
    const content = `${alert}<form method="post" action="/dologin.php">${hidden}${fields}<button type="submit">Login</button></form>`;
    return page(200, isCode ? "Two-Factor Authentication" : "Login", content);
  }

  /** Handles the password and then, for a user with a second factor, the code. */
  submit(sent: URLSearchParams, cookies: string | undefined): HttpAnswer {
    const { users } = this.#installation.state;
    const goto = localPath(sent.get("goto"));
    const id = sessionId(cookies) ?? randomBytes(16).toString("hex");
    const headers = { "Set-Cookie": `${COOKIE}=${id}; Path=/; HttpOnly` };
    const again = (message = "") => {
      const shown = this.form(goto, `${COOKIE}=${id}`, message);
      return { ...shown, headers: { ...shown.headers, ...headers } };
    };
    const enter = (userId: number) => {
      this.#sessions.set(id, { userId, awaitingCode: null });
      return redirect(goto, headers);
    };
    const waiting = users.find((user) => user.id === this.#sessions.get(id)?.awaitingCode);
    if (waiting)
      return this.#isCode(waiting, sent.get("code") ?? "") ? enter(waiting.id) : again("The code is incorrect.");
    const email = sent.get("username")?.toLowerCase();
    const user = users.find((candidate) => candidate.email.toLowerCase() === email);
    if (!user || user.password !== sent.get("password")) return again("Login Details Incorrect. Please try again.");
    if (user.totpSecret === null) return enter(user.id);
    this.#sessions.set(id, { userId: null, awaitingCode: user.id });
    return again();
  }

  #isCode({ totpSecret }: WhmcsUser, token: string): boolean {
    const timestamp = this.#installation.now();
    return totpSecret !== null && new TOTP({ secret: totpSecret }).validate({ token, timestamp, window: 1 }) !== null;
  }
}

/** Returns `goto` if it is a local path, and the client area's home page otherwise. */
function localPath(goto: string | null): string {
  return goto?.startsWith("/") && !goto.startsWith("//") ? goto : "/clientarea.php";
}

function sessionId(cookies: string | undefined): string | null {
  return new RegExp(`(?:^|;\\s*)${COOKIE}=([0-9a-f]{32})`).exec(cookies ?? "")?.[1] ?? null;
}
