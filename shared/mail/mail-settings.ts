export interface MailSettings {
  /** Address they come from; empty: no mail is sent. */
  MAIL_FROM: string;
  /** The name they come from. */
  BRAND_NAME: string;
}

const ADDRESS = /^[^\s\p{C}<>()[\],;:\\"@]{1,64}@(?:[^\s\p{C}<>()[\],;:\\"@.]+\.)+[^\s\p{C}<>()[\],;:\\"@.]{2,63}$/u;

/** Whether a text is exactly one e-mail address: no name, no second address, nothing that ends a header. */
export function isMailAddress(text: string): boolean {
  return text.length <= 254 && ADDRESS.test(text);
}

/** @throws {Error} naming an invalid setting. */
export function checkMailSettings({ MAIL_FROM: from }: Pick<MailSettings, "MAIL_FROM">): void {
  if (from && !isMailAddress(from)) {
    throw new Error(`MAIL_FROM is not an e-mail address such as no-reply@provider.com: ${from}`);
  }
}
