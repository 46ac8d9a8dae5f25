/**
 * The words in registries' sentences. A statement is normalised. It is in lower case, without comment signs, quotes and
 * final punctuation. In a WHOIS or DAS reply, it has at most `MAX_STATEMENT` characters. `@` replaces every domain, and
 * `~` every IPv4 address or link. Every pattern is bounded or anchored, so that the cost stays linear in the text.
 */

/** Maximum length of a statement, in characters. A longer paragraph is prose such as terms of use, never a verdict. */
export const MAX_STATEMENT = 240;

/** Words that may precede "not found" in a verdict. Any other word shows that the sentence is about something else. */
const SUBJECT = new Set(
  (
    "the this that your above such but sorry unfortunately requested queried query searched specified selected given entered " +
    "desired object objects domain domains domainname name names record records entry entries key data information " +
    "info search result results status tld zone id of for to is are was were has have had does do did been be being could can cannot " +
    "not yet still currently in at on with or and whois there it we you our registry registration registrations match matches matching @ ~ an a any already error server"
  ).split(" "),
);

/** Words that may follow the core of a negative, such as "not found". */
const COMPLEMENT = new Set(
  (
    "@ ~ for in on at by with within from to of about matching match that this the these domain domains object query name names " +
    "found yet and or available registered record records data any currently anywhere"
  ).split(" "),
);

const NOUN =
  "(?:match|matches|object|objects|entry|entries|record|records|data|domain|domains|domain names?|domain records?|results?|information|info|registration|registrations|answer)";

/**
 * The cores of negatives: statements that mean "not registered". The words before a core must be the subject of the
 * sentence, and the words after the core must complete it.
 */
const NEGATIVE: readonly RegExp[] = [
  /\bnot? found\b/,
  /\bno match(?:es|ing)?(?: (?:was )?found)?\b/,
  new RegExp(
    `\\bno (?:such |matching |registered |corresponding |existing )?${NOUN}(?: (?:was|were|is|are|has been|have been))?` +
      "(?:$| (?:found|exists?|existing|available about|available for|registered|match(?:ing|ed|es)?|for|about)\\b| in (?:the|our|this) (?:selected |.{0,30}database|.{0,30}registry))",
  ),
  /\bno (?:such|matching|corresponding) (?:domain|object|record|records|entry|entries|name)\b/,
  /\bnothing found\b/,
  /\bnot (?:been |yet been |currently |yet )?registe?red\b/,
  /\bdo(?:es)?(?: not|n't) (?:currently )?exists?\b/,
  /\bnot exists?\b/,
  /\bnon[- ]?existent\b/,
  /\b(?:does|do) not have (?:an?y? )?(?:entry|data|record|information)\b/,
  /\bnot (?:available |listed |present |contained )?in (?:our|the|this) (?:whois )?(?:database|registry|register)\b/,
  /\breturned (?:0|no) (?:objects|results|records|entries|matches)\b/,
  /^(?:0|no) (?:objects|results|records|entries) (?:found|returned)\b/,
  /\bdomain(?: name)? (?:is )?(?:unknown|unassigned|unregistered)\b/,
  /\b(?:name|domain) not known(?: in)?\b/,
  /\bcould(?: not|n't) be found\b/,
];

/** Whole statements, often one word, that mean "free". */
const FREE_STATEMENT =
  /^(?:(?:sorry|the|this|requested|queried|domain|name|status) ?)*(?:@ )?(?:[:-] ?)?(?:name )?(?:is |status )?(?:still |currently |now )?(?:available|free)(?: (?:for|to) (?:registration|register|be registered|purchase|order)(?: (?:at|through|via|with|by|on|under|in) .{1,80})?)?$/;

/**
 * Freenom's only reply for an unknown domain. Every query is well-formed, so only the second half of the reply applies.
 */
const UNKNOWN_OR_INVALID = /^invalid query or domain name not known in\b/;

/** Negatives in other languages. They are short statements, so their subject is not examined. */
const FOREIGN_NEGATIVE: readonly RegExp[] = [
  /\bno existe\b|\bno (?:se )?(?:ha )?encontr(?:o|ado|ada|aron)\b|\bno (?:se encuentra|esta|ha sido) registrad[oa]\b|\bno registrado\b|\bno hay (?:registros|resultados|datos|informacion)\b|\bno_se_encontro\b|\bsin resultados\b/,
  /\bnao (?:existe|encontrad[oa]|registrad[oa]|registad[oa]|esta registad[oa])\b|\binexistente\b/,
  /\b(?:n'existe pas|n'est pas enregistre|non trouve|pas trouve|introuvable|aucun (?:objet|resultat|enregistrement|domaine)|non enregistre)\b/,
  /\b(?:non trovato|non registrato|nessun (?:oggetto|risultato|dominio))\b/,
  /\b(?:nicht (?:gefunden|registriert|vergeben)|kein(?:e|en)? (?:eintrag|eintraege|treffer|domain|daten))\b/,
  /\b(?:niet (?:gevonden|geregistreerd)|geen (?:resultaat|resultaten|gegevens))\b/,
  /\b(?:nincs talalat|nie znaleziono|nebyl nalezen[ay]?|nenalezen[ay]?|nem talalhato|nu a fost gasit|nu exista|ne postoji|nije registrovan|nije pronaden|ei loydy|ikke fundet|ikke funnet|ikke registreret|ikke registrert|finnes ikke|hittades inte|bulunamadi|kayitli degil|nerastas|neregistruotas|nav atrasts|nav registrets|tidak ditemukan|belum terdaftar|khong tim thay|chua duoc dang ky)\b/,
  /не найден|не зарегистрирован|не существует|не знайдено|не зареєстрован|не е регистриран|не постои|не постоји|не е намерен/,
  /등록되어 있지 않|등록되지 않|검색 결과가 없/,
  /登録されていません|該当するデータがありません|見つかりません|找不到|没有找到|沒有找到|未注册|未註冊|未被注册|未被註冊|没有匹配|無此|查無|尚未注册|尚未註冊|不存在/,
  /غير مسجل|غير موجود|لا توجد|یافت نشد|ثبت نشده|ไม่พบ/,
];

/** A statement that contains one of these words is not a plain negative. */
const HEDGE =
  /\b(?:not (?:mean|indicat|necessarily|imply)|indicative|guarantee|liabilit|warrant|however|reserved|premium|platinum|prohibited|blocked|(?:page|file|host|server|command|tld|zone|registry|whois|extension|client) (?:was |is )?not (?:found|known|registered)|no such (?:tld|zone|host|server|file|client)|you are|we are|internal|timed? ?out|agree|must|shall|may|might|if|unless|when|cached?|replica|mirror|registe?red (?:with|by|through|at) (?:us|this registrar|our)|could not (?:connect|be reached)|unable to connect)\b/;

/**
 * Returns whether a statement says explicitly, without a hedge, that there is no such registration.
 * @param statement normalised text
 */
export function saysFree(statement: string): boolean {
  if (FOREIGN_NEGATIVE.some((pattern) => pattern.test(statement)) && statement.length <= 160)
    return !HEDGE.test(statement);
  if (HEDGE.test(statement)) return false;
  if (FREE_STATEMENT.test(statement) || UNKNOWN_OR_INVALID.test(statement)) return true;
  for (const pattern of NEGATIVE) {
    const found = pattern.exec(statement);
    if (found === null) continue;
    if (isSubject(statement.slice(0, found.index)) && isComplement(statement.slice(found.index + found[0].length)))
      return true;
  }
  return false;
}

/** Returns whether a statement has only words that begin a sentence about a domain, and therefore no predicate. */
export function isBare(statement: string): boolean {
  return statement.split(/[\s,:;.!/()-]/).every((word) => word === "" || SUBJECT.has(word));
}

function isSubject(before: string): boolean {
  const words = before.split(/[\s,:;.!/()-]/).filter((word) => word !== "");
  return words.every((word, at) => SUBJECT.has(word) || /^(?:domain|name|object|query|for)$/.test(words[at - 1] ?? ""));
}

/**
 * Returns whether the words after a negative complete it. "Domain not found LLC" and "No match dating" are company
 * names, not verdicts.
 */
function isComplement(after: string): boolean {
  const [space = "", word = ""] = /^([^\p{L}\p{N}@~]*)([\p{L}\p{N}@~]*)/u.exec(after)?.slice(1) ?? [];
  return word === "" || /[^\s]/.test(space) || COMPLEMENT.has(word);
}

/** Phrases with which servers repeat the query before the reply. */
export const ECHO =
  /^(?:~ request|whois|information related to|information about|informations about|searching for|you queried for|query|quer(?:y|ying)|results? (?:of|for))\b[^@]{0,24}@$/;

/** Statements that a domain is registered, from registries that reply with a sentence instead of a record. */
export const SAYS_TAKEN: readonly RegExp[] = [
  /^record (?:created|expires) on\b.{0,20}\d/,
  /^registered on\b.{0,30}\d{4}/,
  /^(?:(?:the|this|sorry|requested|domain|name|@) ?)+(?:is|was|has been) (?:already |currently )?(?:registered|taken|delegated|in use|occupied|active)\b(?!.{0,80}\bnot\b)/,
  /^(?:(?:the|this|domain|name|@) ?)*(?:is )?already (?:registered|taken|exists|delegated)\b/,
];

/** Statements that the registry has reserved the domain, so that it is not open to ordinary registration. */
export const SAYS_RESERVED: readonly RegExp[] = [
  /\b(?:not|never) (?:be )?(?:allowed|permitted|accepted) (?:by|under|in accordance with|according to) (?:the |this |our |its )?(?:registry|registration|domain|naming|@)? ?(?:'s )?(?:polic(?:y|ies)|rules?|regulations?)\b/,
  /^(?:(?:the|this|sorry|requested|queried|domain|name|names|label|string|@|you|second|level) ?[,:]?)*(?:is|has been|was|are)? ?(?:currently |permanently |a |an |on the |in the |on a |in a )*(?:reserved|blocked|restricted(?! to\b)|prohibited|forbidden|withheld|withdrawn|excluded|banned)\b/,
  /\bin the reserved list\b|\breserved (?:name|domain|list|word|by|for)\b|\b(?:is|or|domain|name|object) reserved\b|^reserved$/,
  /\b(?:registration of this (?:domain|name)|this (?:domain|name)) (?:is|has been) (?:restricted|prohibited|blocked|reserved)\b/,
  /\b(?:is|are)? ?not available (?:for|to) (?:second level |general |public )?(?:registration|register|be registered)\b/,
  /^(?:(?:the|this|sorry|requested|domain|name|@) ?)+(?:is )?(?:not available|unavailable)(?: or is reserved.{0,60})?$/,
  /\b(?:can ?not|can't|may not|must not) be (?:registered|delegated)\b/,
  /\b(?:dpml|globalblock|uni eps|adultblock|trademark clearinghouse block|brand protection)\b/,
  /保留|예약|등록이 제한|登録できません|不能注册|禁止注册/,
];

/** Statements that the registry sells the domain above its ordinary price, or only by agreement. */
export const SAYS_PREMIUM =
  /\b(?:premium|platinum) (?:name|domain)\b|\b(?:name|domain|@) is (?:an? )?(?:premium|platinum)\b|^premium$/;

/** Words that show that a third party's block, not the registry's own list, prohibits the domain. */
export const SAYS_BLOCKED = /\b(?:blocked|dpml|globalblock|uni eps|adultblock|brand protection)\b/;

/** Statements that the requested text is not a domain in the registry's zone. */
export const SAYS_INVALID: readonly RegExp[] = [
  /\b(?:invalid|illegal|malformed|unrecogni[sz]ed|unacceptable) (?:domain|name|domain ?name|query(?! or domain name not known)|characters?|input|syntax|format|request|parameters?|pattern|search|label|string|tld|argument)/,
  /\b(?:is|are)? ?not (?:an? )?(?:valid|legal|well[- ]formed|acceptable)\b/,
  /\b(?:syntax|parse|format) error\b|\bincorrect (?:domain|query|syntax|format)/,
  /\b(?:too few parts|naming rules|approved characters|too short|too long|at least \w{1,6} characters|illegal characters?|bad (?:domain|name|query|request|syntax|characters?)|only .{1,40}characters|wrong (?:domain|query|syntax|format))\b/,
  /\bconflicts with at least one other\b/,
];

/** Statements that the registry temporarily refuses this client. */
export const SAYS_THROTTLED: readonly RegExp[] = [
  /\b(?:limits?|quota|maximum|rate|allowance|threshold|queries|requests|lookups|connections)\b.{0,70}\b(?:exceeded|exceeds|reached|exhausted|used up|overrun)\b/,
  /\b(?:exceed(?:ed|ing|s)?|reached|over|exhausted)\b.{0,50}\b(?:limits?|quota|maximum|rate|allowed|allowance|queries|requests|lookups|connections)\b/,
  /\btoo many\b|\btoo fast\b|\btoo frequent|\bslow(?:er)? down\b|\btoo busy\b|\bflood(?:ing)?\b/,
  /\bexcessive (?:quer(?:y|ying|ies)|requests?|access|use|usage|number|lookups?)\b/,
  /\bgrace period(?: of)?\b.{0,30}\b(?:wait|seconds?|minutes?)\b/,
  /\b(?:black ?listed|blacklist(?:ing)?|throttled|rate[- ]limited|ratelimit(?:ed)?)\b/,
  /\btry(?:ing)? (?:again|later|your query again)\b|\bplease (?:wait|retry)\b|\bwait \d{1,8} ?(?:s|sec|seconds?|minutes?|hours?)\b/,
  /\b(?:ip|address|host|network|client|you)\b.{0,60}\b(?:blocked|banned|suspended|locked out)\b/,
  /\brequest (?:is |was )?denied\b|\bquer(?:y|ies) (?:is |was |are |were )?(?:denied|rejected|refused)\b/,
  /\b(?:http\/\d(?:\.\d)? )?429\b.{0,20}\b(?:too|request|error)?/,
  /\b(?:demasiad[ao]s|limite (?:de .{0,30})?excedid[oa]|excedi(?:do|u|o)|supero el (?:limite|numero)|trop de (?:requetes|demandes|connexions)|limite .{0,30}(?:depassee?|atteinte)|zu viele|te veel|troppe)\b/,
  /слишком много|превышен|перевищ|查询过于频繁|請求過多|超过.{0,10}限制|제한.{0,10}초과/,
];

/** Statements that the registry refuses this client permanently, or for a reason other than volume. */
export const SAYS_REFUSED: readonly RegExp[] = [
  /\b(?:access|permission|authori[sz]ation|connection|service)\b.{0,20}\b(?:denied|refused|revoked|forbidden|blocked)\b/,
  /\bnot (?:permitted|authori[sz]ed|allowed) (?:to|from|for|access|use)\b|\b(?:are|is) not permitted\b/,
  /\baccess control\b|^(?:access |client |query )?blocked$/,
  /^(?:\d{3} )?(?:forbidden|denied|refused|rejected|not (?:allowed|permitted|authori[sz]ed))$/,
];

/** Statements that the server has an internal failure. */
export const SAYS_FAILED: readonly RegExp[] = [
  /\b(?:internal|server|system|database|application|unexpected|temporary|unknown|fatal|sql|backend|gateway) (?:server )?(?:error|failure|problem|exception)\b/,
  /\b(?:time ?d? ?out|timeout|connection (?:to .{1,40} )?(?:reset|closed|aborted|lost)|no route to host|host unreachable|network is unreachable|connection timed)\b/,
  /\b(?:temporar(?:y|ily)|currently|momentarily)\b.{0,50}\b(?:unavailable|unable|down|not be (?:answered|processed|served)|not available|out of service)\b/,
  /\b(?:service|server|system|database|whois) (?:is |was )?(?:temporarily |currently )?(?:unavailable|not available|offline|down|out of service|unreachable)\b/,
  /\b(?:under|scheduled|for) maintenance\b|\bmaintenance (?:mode|window|in progress)\b/,
  /\b(?:could not|couldn't|can ?not|can't|unable to|failed to) (?:connect|contact|reach|process|perform|retrieve|complete|access|resolve|answer|open|execute)\b/,
  /\b(?:lookup|look-up|query|search|request|connection) (?:has |have )?failed\b|\boverload(?:ed)?\b/,
];

/** Statements that the server is the wrong one or misread the query. Their "not found" is not about the domain. */
export const SAYS_ELSEWHERE: readonly RegExp[] = [
  /\b(?:host|server|page|file|command|tld|zone|registry|whois|extension) (?:was |is )?not (?:found|known)\b|\bno such (?:tld|zone|host|server)\b|\bunknown (?:host|command|tld|zone|extension)\b|\bname or service not known\b/,
  /\bno whois server\b|\bnot (?:served|handled|supported|managed|hosted|operated) (?:by|here|on|at)\b|\bis not (?:served|handled|supported)\b|\bnot authoritative\b/,
  /\b(?:tld|zone|extension) (?:is )?(?:not|un)(?: |-)?supported\b|\bunsupported (?:tld|zone|extension|suffix|domain|object)\b/,
];

/**
 * Statements that contradict a negative, because the domain is in transition or on hold, or the reply is partial or
 * stale.
 */
export const CONTRADICTIONS: readonly RegExp[] = [
  /\b(?:pending|quarantined?|redemption|suspended|expired|sunrise|landrush|auction(?:ed)?|back ?-?order(?:ed)?|on hold|locked|disputed|under dispute)\b/,
  /^(?:registered|taken|delegated|active|in use|occupied|parked|deleted|not available|unavailable)$|\b(?:registry|registrar|transfer)[ -](?:lock|prohibited)\b/,
  /^(?:(?:the|this|that|sorry|requested|queried) ?,? ?)*(?:domain|name|label)(?: name)?(?: @)? (?:is|was|has|has been) (?!(?:still |currently |now |yet |been )*(?:not|never|no|available|free|unregistered|unknown|unassigned)\b)/,
  /\b(?:awaiting|scheduled for|marked for|queued for|about to be|soon to be) (?:delet|releas|purg|transfer)/,
  /^(?:(?:the|this|that|requested|domain|name|it|@) ?)*(?:is |was |has been )?(?:currently |already )?(?:owned|held|occupied|belongs to)\b/,
  /\b(?:domain|name|names|@|registration|registrations) (?:is |are )?not (?:allowed|permitted)\b/,
  /\b(?:is|are) (?:on|in) (?:our|the|an?) (?:[a-z]{1,20} ){0,3}list\b|^(?:please )?see (?:the |its )?registrar\b/,
  /\bincomplete\b|\b(?:from|in) (?:the |our |an? |local )*(?:cache|replica|mirror)\b|\b(?:answer|reply|response|results?|output) (?:is|are|may be|might be) (?:partial|truncated|stale|out ?-?dated)\b/,
];

/** Words of disclaimers. Disclaimers mention wrong or missing data without reporting any. */
export const DISCLAIMER =
  /\b(?:liab(?:le|ility)|warrant(?:y|ies|ed|s)?|guarantee[ds]?|(?:in)?accura(?:te|cy)|responsib(?:le|ility)|circumstances)\b/;

/** Words of policies and conditions. Policies mention refusals without being refusals. */
export const POLICY =
  /\b(?:if|may|might|shall|should|in case|agree|reserves?|in order to|measures|terms|policy|policies|abuse of|through the use of|subject to|prohibited|strictly|must not|excessive use|make excessive|high[- ]volume|automated|unsolicited|advertising|purposes?|lawful|licen[cs]e|obtained|repackag\w*|limits the scope|is rate[- ]limited|are rate[- ]limited|obscuring)\b/;
