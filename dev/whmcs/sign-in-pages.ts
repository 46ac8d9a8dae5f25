import { randomBytes } from "node:crypto";
import { TOTP } from "otpauth";
import { escaped, type HttpAnswer, page, redirect } from "./http-answer.ts";
import type { WhmcsState, WhmcsUser } from "./state.ts";

/** A signed-in browser of the client area. */
interface BrowserSession {
  userId: number | null;
  /** Who has given the password and still owes the code. */
  awaitingCode: number | null;
}

const COOKIE = "WHMCSsimulated";

/** The client area's own sign-in: password and, where the user has one, a code; with its session cookie. */
export class SignInPages {
  readonly #state: WhmcsState;
  readonly #now: () => number;
  readonly #sessions = new Map<string, BrowserSession>();

  constructor(state: WhmcsState, now: () => number) {
    this.#state = state;
    this.#now = now;
  }

  /** The user of a browser; null where nobody is signed in. */
  userOf(cookies: string | undefined): WhmcsUser | null {
    const session = this.#sessions.get(sessionId(cookies) ?? "");
    return this.#state.users.find(({ id }) => id === session?.userId) ?? null;
  }

  /** @param goto where the browser goes on once it is signed in */
  form(goto: string, cookies: string | undefined, message = ""): HttpAnswer {
    const session = this.#sessions.get(sessionId(cookies) ?? "");
    const asksCode = session?.awaitingCode !== null && session?.awaitingCode !== undefined;
    const fields = asksCode
      ? '<label>Code <input name="code" inputmode="numeric" autocomplete="one-time-code" autofocus></label>'
      : `<label>Email Address <input name="username" type="email" autocomplete="username" autofocus></label>
         <label>Password <input name="password" type="password" autocomplete="current-password"></label>`;
    const title = asksCode ? "Two-Factor Authentication" : "Login";
    return page(
      200,
      title,
      `${message ? `<p role="alert">${escaped(message)}</p>` : ""}
       <form method="post" action="/dologin.php"><input type="hidden" name="goto" value="${escaped(goto)}">
       ${fields}<button type="submit">Login</button></form>`,
    );
  }

  submit(form: URLSearchParams, cookies: string | undefined): HttpAnswer {
    const goto = localPath(form.get("goto"));
    const id = sessionId(cookies) ?? randomBytes(16).toString("hex");
    const session = this.#sessions.get(id) ?? { userId: null, awaitingCode: null };
    this.#sessions.set(id, session);
    const cookie = { "Set-Cookie": `${COOKIE}=${id}; Path=/; HttpOnly` };
    if (session.awaitingCode !== null) {
      const waiting = this.#state.users.find((user) => user.id === session.awaitingCode);
      if (!waiting || !this.#isCode(waiting, form.get("code") ?? "")) {
        return withHeaders(this.form(goto, `${COOKIE}=${id}`, "The code is incorrect."), cookie);
      }
      this.#sessions.set(id, { userId: waiting.id, awaitingCode: null });
      return redirect(goto, cookie);
    }
    const email = (form.get("username") ?? "").toLowerCase();
    const user = this.#state.users.find((candidate) => candidate.email.toLowerCase() === email);
    if (!user || user.password !== form.get("password")) {
      return withHeaders(this.form(goto, `${COOKIE}=${id}`, "Login Details Incorrect. Please try again."), cookie);
    }
    if (user.totpSecret === null) {
      this.#sessions.set(id, { userId: user.id, awaitingCode: null });
      return redirect(goto, cookie);
    }
    this.#sessions.set(id, { userId: null, awaitingCode: user.id });
    return withHeaders(this.form(goto, `${COOKIE}=${id}`), cookie);
  }

  #isCode({ totpSecret }: WhmcsUser, code: string): boolean {
    if (totpSecret === null) return false;
    return new TOTP({ secret: totpSecret }).validate({ token: code, timestamp: this.#now(), window: 1 }) !== null;
  }
}

function withHeaders(answer: HttpAnswer, headers: Record<string, string>): HttpAnswer {
  return { ...answer, headers: { ...answer.headers, ...headers } };
}

/** Never an address elsewhere. */
function localPath(goto: string | null): string {
  return goto?.startsWith("/") && !goto.startsWith("//") ? goto : "/clientarea.php";
}

function sessionId(cookies: string | undefined): string | null {
  return new RegExp(`(?:^|;\\s*)${COOKIE}=([0-9a-f]{32})`).exec(cookies ?? "")?.[1] ?? null;
}
