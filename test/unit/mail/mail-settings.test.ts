import { expect, test } from "vitest";
import { checkMailSettings } from "../../../shared/mail/mail-settings.ts";

const check = (MAIL_FROM: string) => () => checkMailSettings({ MAIL_FROM });

test.each(["", "no-reply@provider.com", "desk+mail@mail.provider.co.uk", "bureau@hébergeur.example"])(
  "the sender %j is accepted",
  (from) => {
    expect(check(from)).not.toThrow();
  },
);

test.each([
  "no-reply",
  "@provider.com",
  "no-reply@provider",
  "no-reply@.com",
  "no-reply@provider.com/path",
  "no-reply@sub?query.com",
  "no-reply@provider.c#m",
  "no-reply@provider%2e.com",
  "a@b@provider.com",
  "Maple <no-reply@provider.com>",
  "a@provider.com, b@provider.com",
  "a@provider.com;b@provider.com",
  "a@provider.com\r\nBcc: b@provider.com",
  " no-reply@provider.com",
  "no-reply@provider.com\u202e",
  `${"a".repeat(65)}@provider.com`,
])("the sender %j stops the deployment", (from) => {
  expect(check(from)).toThrow(/^MAIL_FROM is not an e-mail address/);
  expect(() => checkMailSettings({ MAIL_FROM: "", OPERATOR_MAIL: from })).toThrow(
    /^OPERATOR_MAIL is not an e-mail address/,
  );
});
