/**
 * The words in registries' fields: field names and status values. A name is in lower case, with single spaces between
 * its words. Every pattern is bounded or anchored, so that the cost stays linear in the text.
 */

/**
 * The kind of content that a field name implies. A valid value of `party`, `nameserver`, `date` or `identifier` proves
 * a registration. `status` proves one only with certain values.
 */
export type KeyKind =
  | "domain"
  | "status"
  | "nameserver"
  | "date"
  | "party"
  | "identifier"
  | "detail"
  | "updated"
  | "error";

/** Words that show that a colon is part of a sentence. */
const SENTENCE_KEY = /\b(?:is|are|was|has|have|not|this|your|you|we|may|can|cannot|please|if)\b/;

/** Names of fields that are about the service, not about a registration. */
const SERVICE_KEY =
  /\b(?:whois|database|query time|lookup|rdap|zone|db|terms|notice|note|notes|copyright|disclaimer)\b/;

const KEYS: readonly (readonly [KeyKind, RegExp])[] = [
  [
    "domain",
    /^(?:domain|domain ?name|domain ?name (?:ascii|in ascii|utf8|idn)|domain requested|complete domain name|object|query|query name|dn|ace|puny name|dominio|nome de dominio|nombre de dominio|nom de domaine|nome de dominio domain name|numele domeniului|domeniu|도메인이름|域名|網域名稱|ドメイン名)$/,
  ],
  [
    "status",
    /^(?:(?:domain|registration|object|query|epp|ren|renewal|record|current|nom de domaine|dominio)? ?(?:status|statuses|status value|availability)|domain ?type|state|eppstatus|estado|estado status|estatus|statut|etat|stav|staat|status registracije|상태|状態|状态)$/,
  ],
  [
    "nameserver",
    /(?:^|\b)(?:name ?servers?|n ?servers?|p ?nserver|s ?nserver|ns|dns|dns ?(?:servers?|names?|hosts?)|(?:domain|primary|secondary|tertiary|root|delegated) ?servers?|servers|servers?(?= ?\d)|host ?names?|hosts|hosts?(?= ?\d)|servers? de noms?|serveurs? de noms?|servidor(?:es)?(?: de nombres?| dns)?|ネームサーバ|네임서버|호스트이름|1차 네임서버 정보|name ?servers? (?:in listed order|information|hostname|name|handle)|domain servers in listed order)(?: ?\d{1,2})?(?: ?(?:name|hostname))?$/,
  ],
  [
    "updated",
    /\b(?:changed|update|updated|modified|modification|last modification|last change|actualizacion|modificado|modifie|derniere modification)\b/,
  ],
  [
    "date",
    /\b(?:created|creation|create|registered|registration|registered on|registration (?:date|time)|activated|activation|assigned|delegated on|commencement|first registration date|expires?|expired?|expiry|expiration|exp date|paid till|valid|validity|valid (?:until|till|to|thru|date|through|from)|renew|renewal|renewed|free date|anniversary|registo|registro|criado|creado|creacion|criacao|expiracao|expiracion|vencimiento|vence|expira|enregistrement|data de registo|fecha de registro|duedate|tbr release date|등록일|사용 종료일|登録年月日|有効期限|注册时间|过期时间|注册日期|到期日期)\b|^(?:등록일|사용 종료일|登録年月日|有効期限|接続年月日|注册时间|过期时间|注册日期|到期日期)$/,
  ],
  [
    "party",
    /\b(?:registrant|registrar|registrars|holder|holders|owner|titular|titulaire|licensee|inhaber|haltija|sponsor|sponsoring|registered (?:for|by)|registrant type|domain manager|proprietar|bureau d enregistrement|registration service provider|registrador|requestor|registrantti)\b|^(?:등록인|등록대행자|登録者名|注册人|注册商|组织名称|所有者)$/,
  ],
  ["identifier", /^(?:registry domain id|domain id|roid|registry id|domain roid|nic hdl|norid handle|domain handle)$/],
  ["error", /^(?:error|error \d+|error code|error message|message|reason|result|response|answer|warning|info|sorry)$/],
  [
    "detail",
    /\b(?:admin|administrative|administrator|tech|technical|billing|contact|contacts|person|organization|organisation|org|mnt by|address|street|city|country|postal code|phone|tel|telephone|fax|fax no|e ?mail|agent|provider|descr|source|nsset|keyset|dnssec|ds rdata|keytag|handle|dnskey|admin c|tech c|zone c|responsible|responsavel|contato|contacto)\b/,
  ],
];

/** Returns the kind of field for a name (lower case, single spaces); `null` for an unknown name. */
export function keyKind(key: string): KeyKind | null {
  if (key.length > 60 || key.split(" ").length > 7 || SERVICE_KEY.test(key) || SENTENCE_KEY.test(key)) return null;
  for (const [kind, pattern] of KEYS) if (pattern.test(key)) return kind;
  return null;
}

/** Returns whether a field is about the service: its terms, notices or the time of the reply. */
export function isServiceKey(key: string): boolean {
  return SERVICE_KEY.test(key);
}

const HEADING =
  /^(?:(?:domain|nom|domaine|de|del|du|of|the|and|in|on|name|servers?|nameservers?|dns|listed|order|registrant|registrars?|registered|by|for|owner|holder|licensee|titular|titulaire|sponsoring|first|last|registration|creation|created|expiration|expiry|expires|renewal|relevant|date|dates|admin|administrative|administrator|technical|tech|billing|zone|c|contacts?|person|organi[sz]ation|details|information|id|status|servidores?|dominio|inhaber|haltija|contato|contacto)(?: |$))+$/;

/** Returns whether a line without punctuation at its end is the heading of the lines below it. */
export function isHeading(key: string): boolean {
  return HEADING.test(key);
}

/** Field values that mean "empty". */
export const EMPTY_VALUE = /^(?:|-+|\.+|none|null|n\/a|na|not applicable|no data|unknown)$/;

/** The patterns of status values by meaning. A value is in lower case, with single spaces between its words. */
export const STATUS = {
  refused: /\b(?:request denied|denied|refused|limit exceeded|too many|throttled|not permitted)\b/,
  invalid:
    /^(?:\d{3} )?(?:invalid\b|illegal\b|malformed\b|bad (?:name|request|query)\b|not valid\b|not allowed\b|syntax error\b)/,
  reserved:
    /^(?:\d{3} )?(?:reserved\b|blocked\b|prohibited$|forbidden\b|restricted\b|unavailable$|unassignable$|conflict(?:ed)?$|banned\b|excluded$|withdrawn$|premium\b|withheld\b|not available for registration|cannot be registered)/,
  free: /^(?:\d{3} )?(?:available|available for registration|free|not registered|not yet registered|unregistered|no object found|object not found|not found|domain not found|no match|not in use|libre|libre para registro|disponible|disponibile|disponivel|livre|liber|vrij|frei|ledig|ledigt|vapaa|volny|volna|wolna|wolny|szabad|slobodan|slobodna|laisvas|brivs|vaba)$/,
  redemption: /redemption|pending ?restore|quarantine/,
  deleting: /pending ?delete|pending ?purge|to be released|pending ?release|scheduled for (?:deletion|release)|dropped/,
  held: /\b(?:ok|active|activated|inactive|deactivated|aktivni|aktiv|aktif|registered|delegated|connect|connected|granted|published|paid|live|permanent|complete|completed|allocated|assigned|busy|verified|not available|taken|locked|lock|hold|held|expired|suspended|protected|grace period|graceperiod|registrado|publicado|registre|enregistre|registrert|registrado|occupied|in use|dom ok|dom held|dom lnot|dom ta|dom dakt|dom exp|tech pro|no provider|to ?be ?reassigned|pending ?(?:transfer|update|renew|create|verification)|auto ?renew ?(?:period|grace)|add ?period|transfer ?period|renew ?period|no ?delete|no ?transfer)\b|^(?:client|server)[a-z ]{2,30}$|^(?:failed|正常|已注册)$/,
} as const;
