export interface MailSettings {
  /** The sender's e-mail address. If empty, no e-mail is sent. */
  MAIL_FROM: string;
  /** The sender's name. */
  BRAND_NAME: string;
  /** The colour as `#rrggbb`. */
  BRAND_COLOUR: string;
  /** The e-mail address for e-mails about work that the provider must do. If empty, these e-mails are not sent. */
  OPERATOR_MAIL?: string;
  /** The time zone of times in e-mails, as an IANA name. The default is UTC. */
  TIME_ZONE?: string;
}

const ADDRESS =
  /^[^\s\p{C}<>()[\],;:\\"@]{1,64}@(?:[^\s\p{C}<>()[\],;:\\"@./?#%]+\.)+[^\s\p{C}<>()[\],;:\\"@./?#%]{2,63}$/u;

/**
 * Checks whether a text is exactly one e-mail address, without a name, a second address or anything that ends a header.
 */
export function isMailAddress(text: string): boolean {
  return text.length <= 254 && ADDRESS.test(text);
}

/**
 * Checks the settings.
 * @throws {Error} for an invalid setting, with its name
 */
export function checkMailSettings({
  MAIL_FROM,
  OPERATOR_MAIL = "",
}: Pick<MailSettings, "MAIL_FROM" | "OPERATOR_MAIL">): void {
  for (const [name, address] of Object.entries({ MAIL_FROM, OPERATOR_MAIL })) {
    if (address && !isMailAddress(address))
      throw new Error(`${name} is not an e-mail address such as no-reply@provider.com: ${address}`);
  }
}
