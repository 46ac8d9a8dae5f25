const words = (text: string) => text.trim().split(/\s+/);

/**
 * Schemes that a browser or an operating system acts on by itself, whether or not they have a dot: none belongs to one
 * application (RFC 8252 §7.1), and a link that opens one opens more than an application.
 */
const RESERVED = [
  // Run, shown or opened by a browser.
  ...words("javascript vbscript data file filesystem blob about view-source jar intent wyciwyg"),
  ...words("chrome.* moz-.* edge.* microsoft-edge.* firefox.* googlechrome.* opera.* brave.* x-safari.* safari-.*"),
  ...words("resource res mhtml mk its ms-its view-.*"),
  // Opened by an operating system: settings, diagnostics, office documents, searches, shares, shells, stores.
  ...words(String.raw`ms-.* search search-ms shell shortcuts x-apple.* com\.apple\..* com\.microsoft\..*`),
  ...words(String.raw`app-prefs.* prefs.* itms.* market windowsdefender onenote vnd\..*`),
  // Connect somewhere, or write to somebody.
  ...words("smb afp nfs ssh telnet rlogin ldaps? ftps? sftp tftp rdp vnc wss? dav.*"),
  ...words("mailto tel sms mms facetime.* callto sip sips xmpp"),
];
const RESERVED_SCHEME = new RegExp(`^(?:${RESERVED.join("|")})$`);
/** A domain name in reverse, as RFC 8252 §7.1 asks for: whoever has the name has the scheme. */
const REVERSED_DOMAIN = /^[a-z][a-z0-9-]*(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/;

/**
 * Whether a redirect URI may have a private-use scheme. One with a dot has to be a reversed domain name; one without belongs
 * to nobody, so it has to be a known application's.
 * @param scheme as `URL.protocol` spells it, without its colon
 * @param known schemes without a dot that are known (`APPLICATION_SCHEMES`)
 */
export function isAllowedPrivateScheme(scheme: string, known: ReadonlySet<string>): boolean {
  if (RESERVED_SCHEME.test(scheme)) return false;
  return scheme.includes(".") ? REVERSED_DOMAIN.test(scheme) : known.has(scheme);
}
