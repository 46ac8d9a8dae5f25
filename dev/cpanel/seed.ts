/** A zone of a user, as the text of its file. */
export interface SeedZone {
  user: string;
  name: string;
  text: string;
}

/** The id of this server in the demonstration's billing systems. */
export const SERVER_ID = "1";

/**
 * Test values in place of the server's secrets and private texts. None of them may appear in a response or a log line.
 */
export const CPANEL_SECRETS = {
  error: "SECRET-cpanel-error-/home/studioana/.my.cnf",
  comment: "SECRET-cpanel-comment",
} as const;

/** The zones of two users. The demonstration's service on this server belongs to the first user. */
export const SEED_ZONES: SeedZone[] = [
  zone("studioana", "studio-ana.ca", [
    'studio-ana.ca.\t14400\tIN\tTXT\t"v=spf1 +a +mx include:_spf.maple.example -all"',
    'default._domainkey\t14400\tIN\tTXT\t( "v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA5g+%2Fx8Qe7"',
    '\t"mFq0b+ZQ1wIDAQAB;" )',
    'studio-ana.ca.\t14400\tIN\tCAA\t0 issue "letsencrypt.org"',
    "_sip._tcp\t14400\tIN\tSRV\t10 60 5060 mail",
    "shop\t14400\tIN\tA\t192.0.2.10",
    "intern\t14400\tIN\tNS\tns1.elsewhere.example.",
  ]),
  zone("studioana", "studio-ana.com", ["blog\t300\tIN\tCNAME\tstudio-ana.ca."]),
  zone("anaeurope", "ana-europe.fr", ["www.boutique\t14400\tIN\tAAAA\t2001:0DB8:0:0::10"]),
];

/** Returns a zone as cPanel creates it for a new account, with additional lines. */
function zone(user: string, name: string, more: string[]): SeedZone {
  const text = [
    `; cPanel first:11.110.0.15 latest:11.134.0.5 ${CPANEL_SECRETS.comment}`,
    `; Zone file for ${name}`,
    "$TTL 14400",
    `${name}.\t86400\tIN\tSOA\tns1.maple.example.\thostmaster.maple.example.\t(`,
    "\t\t2026102301 ;Serial Number",
    "\t\t3600 ;refresh",
    "\t\t1800 ;retry",
    "\t\t1209600 ;expire",
    "\t\t86400 )",
    `${name}.\t86400\tIN\tNS\tns1.maple.example.`,
    `${name}.\t86400\tIN\tNS\tns2.maple.example.`,
    "",
    `${name}.\t14400\tIN\tA\t192.0.2.10`,
    `${name}.\t14400\tIN\tMX\t0\t${name}.`,
    "mail\t14400\tIN\tA\t192.0.2.10",
    `www\t14400\tIN\tCNAME\t${name}.`,
    ...more,
  ].join("\n");
  return { user, name, text };
}
