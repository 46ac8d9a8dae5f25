/**
 * Schemes that a browser or an operating system acts on by itself, whether or not they have a dot: none belongs to one
 * application (RFC 8252 §7.1), and a link that opens one opens more than an application.
 */
const NEVER = new RegExp(
  `^(?:${[
    // What a browser runs, shows or opens.
    ...[
      "javascript",
      "vbscript",
      "data",
      "file",
      "filesystem",
      "blob",
      "about",
      "view-source",
      "jar",
      "intent",
      "wyciwyg",
    ],
    ...[
      "chrome.*",
      "moz-.*",
      "edge.*",
      "microsoft-edge.*",
      "firefox.*",
      "googlechrome.*",
      "opera.*",
      "brave.*",
      "x-safari.*",
    ],
    ...["safari-.*", "resource", "res", "mhtml", "mk", "its", "ms-its", "view-.*"],
    // What an operating system opens: settings, diagnostics, office documents, searches, shares, shells, stores.
    ...["ms-.*", "search", "search-ms", "shell", "shortcuts", "x-apple.*", "com\\.apple\\..*", "com\\.microsoft\\..*"],
    ...["app-prefs.*", "prefs.*", "itms.*", "market", "windowsdefender", "onenote", "vnd\\..*"],
    // What connects somewhere or writes to somebody.
    ...[
      "smb",
      "afp",
      "nfs",
      "ssh",
      "telnet",
      "rlogin",
      "ldaps?",
      "ftps?",
      "sftp",
      "tftp",
      "rdp",
      "vnc",
      "wss?",
      "dav.*",
    ],
    ...["mailto", "tel", "sms", "mms", "facetime.*", "callto", "sip", "sips", "xmpp"],
  ].join("|")})$`,
);
/** A domain name in reverse, as RFC 8252 §7.1 asks for: whoever has the name has the scheme. */
const REVERSED_DOMAIN = /^[a-z][a-z0-9-]*(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/;

/**
 * Whether a private-use scheme may be an application's: one with a dot is its maker's own; one without may be anybody's,
 * so that only applications that are known have one.
 * @param scheme as `URL.protocol` spells it, without its colon
 * @param known schemes without a dot that are known (`APPLICATION_SCHEMES`)
 */
export function mayBeApplications(scheme: string, known: ReadonlySet<string>): boolean {
  if (NEVER.test(scheme)) return false;
  return scheme.includes(".") ? REVERSED_DOMAIN.test(scheme) : known.has(scheme);
}
