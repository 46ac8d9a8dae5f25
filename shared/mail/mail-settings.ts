export interface MailSettings {
  /** The sender's address. If empty, no mail is sent. */
  MAIL_FROM: string;
  /** The sender's name. */
  BRAND_NAME: string;
  /** `#rrggbb` */
  BRAND_COLOUR: string;
  /** The address that gets mails about work for the provider. If empty, nobody gets them. */
  OPERATOR_MAIL?: string;
  /** The time zone of times in mails, an IANA name. UTC if absent. */
  TIME_ZONE?: string;
}

const ADDRESS =
  /^[^\s\p{C}<>()[\],;:\\"@]{1,64}@(?:[^\s\p{C}<>()[\],;:\\"@./?#%]+\.)+[^\s\p{C}<>()[\],;:\\"@./?#%]{2,63}$/u;

/** Checks that a text is exactly one e-mail address: no name, no second address, nothing that ends a header. */
export function isMailAddress(text: string): boolean {
  return text.length <= 254 && ADDRESS.test(text);
}

/** @throws {Error} naming an invalid setting. */
export function checkMailSettings({
  MAIL_FROM,
  OPERATOR_MAIL = "",
}: Pick<MailSettings, "MAIL_FROM" | "OPERATOR_MAIL">): void {
  for (const [name, address] of Object.entries({ MAIL_FROM, OPERATOR_MAIL })) {
    if (address && !isMailAddress(address))
      throw new Error(`${name} is not an e-mail address such as no-reply@provider.com: ${address}`);
  }
}
