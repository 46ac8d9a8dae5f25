import type { MailContext } from "../mails/notices.ts";
import type { BrowserMarks } from "./browser-marks.ts";
import type { IsLeaked } from "./leaked-passwords.ts";
import type { CodeLimit } from "./mailed-code-limit.ts";
import type { DeriveKey } from "./password.ts";
import type { SignInLimit } from "./sign-in-attempts.ts";

/** The context of sign-in functions. Sign-ins use the real time, not the demonstration's clock. */
export interface SignInContext extends MailContext {
  /** Returns the current time in epoch milliseconds. */
  now: () => number;
  randomBytes: (count: number) => Uint8Array;
  deriveKey: DeriveKey;
  /** Checks whether a chosen password has leaked. */
  isLeaked: IsLeaked;
  /** Limits failed sign-in attempts. */
  signInLimit: SignInLimit;
  /** Limits e-mails with codes. */
  codeLimit: CodeLimit;
  browserMarks: BrowserMarks;
  /** Checks whether the database is on hold. Throws if that cannot be read. */
  isHeld(): Promise<boolean>;
}
