import type { Signer } from "../../../../shared/platform/service-key.ts";

const NONCE_BYTES = 12;
/**
 * The number of signature bytes. The nonce and the signature together have a multiple of three bytes. A mark therefore
 * has only one base64url spelling, so nobody can get a second rate limit by spelling it differently.
 */
const SIGNATURE_BYTES = 15;
const FORM = /^[\w-]{36}$/;
/** The maximum number of marks that are checked. A browser sends one mark per login. */
const MAX_MARKS = 5;

/**
 * Creates and finds browser marks. A mark proves that a browser has signed in to a login before. It consists of random
 * bytes and a signature over them and the login. It does not reveal the login, and two marks of the same login have
 * nothing in common.
 */
export interface BrowserMarks {
  mint(login: MarkedLogin): Promise<string>;
  /** Returns a login's mark from the marks that a browser sent; `null` if none belongs to the login. */
  find(marks: readonly string[], login: MarkedLogin): Promise<string | null>;
}

/** A login with the salt of its password. Changing the password invalidates the marks. */
interface MarkedLogin {
  id: number;
  password_salt: string;
}

export function browserMarks(signer: Signer, randomBytes: (count: number) => Uint8Array): BrowserMarks {
  const purpose = ({ id, password_salt }: MarkedLogin) => `browser of login ${id} ${password_salt}`;
  return {
    async mint(login) {
      const nonce = randomBytes(NONCE_BYTES);
      const mark = new Uint8Array(NONCE_BYTES + SIGNATURE_BYTES);
      mark.set(nonce);
      mark.set(await signer.sign(purpose(login), nonce, SIGNATURE_BYTES), NONCE_BYTES);
      return mark.toBase64({ alphabet: "base64url", omitPadding: true });
    },
    async find(marks, login) {
      for (const mark of marks.slice(0, MAX_MARKS)) {
        if (!FORM.test(mark)) continue;
        const bytes = Uint8Array.fromBase64(mark, { alphabet: "base64url" });
        const [nonce, signature] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES)];
        if (await signer.verify(purpose(login), nonce, signature)) return mark;
      }
      return null;
    },
  };
}
