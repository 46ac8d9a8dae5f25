export interface SignUpSettings {
  /** Absolute address; empty: pages say that new customers contact the provider. */
  SIGN_UP_URL: string;
}

/** @throws {Error} naming the setting, if it is not a web address. */
export function signUpAddress({ SIGN_UP_URL }: SignUpSettings): string | null {
  const text = SIGN_UP_URL.trim();
  if (text === "") return null;
  const address = URL.parse(text);
  if (address?.protocol !== "https:" && address?.protocol !== "http:") {
    throw new Error("SIGN_UP_URL is not a web address.");
  }
  return address.href;
}
