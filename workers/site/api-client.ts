import { french } from "../../shared/pages/french-typography.ts";
import { inTime } from "../../shared/platform/deadline.ts";
import type { Language } from "../../shared/platform/language.ts";
import { log } from "../../shared/platform/log.ts";

/** A value of an API, and for how many more seconds it may be shown. */
export interface Fetched<Value> {
  value: Value;
  maxAge: number;
}

/** An API's answer, whatever its status. */
export interface ApiAnswer<Value> {
  response: Response;
  value: Value;
}

/** Language and request id of a request. */
interface Asked {
  language: Language;
  /** Of the page. */
  requestId: string;
}

const DEADLINE_MS = 6_000;

type Service = Pick<Fetcher, "fetch">;

/** The value of a GET; null without an answer, or for a refusal. */
export async function readApi<Value>(service: Service, address: URL, asked: Asked): Promise<Fetched<Value> | null> {
  const found = await findInApi<Value>(service, address, asked);
  return found === "not_found" ? null : found;
}

/** The value of a GET, or that it is not found; null without an answer, or for another refusal. */
export async function findInApi<Value>(
  service: Service,
  address: URL,
  asked: Asked,
): Promise<Fetched<Value> | "not_found" | null> {
  const answer = await askApi<Value>(service, new Request(address), asked);
  if (answer?.response.status === 404) return "not_found";
  return answer?.response.ok ? { value: answer.value, maxAge: maxAgeOf(answer.response) } : null;
}

/** The answer of another Worker's public API; null without a readable one. French texts get their spacing. */
export async function askApi<Value>(
  service: Service,
  request: Request,
  { language, requestId }: Asked,
  deadlineMs: number = DEADLINE_MS,
): Promise<ApiAnswer<Value> | null> {
  try {
    const response = await inTime(service.fetch(request), deadlineMs);
    const value = await inTime(response.json<Value>(), deadlineMs);
    return { response, value: language === "fr" ? french(value) : value };
  } catch (cause) {
    log("api_unreachable", { request_id: requestId, cause });
    return null;
  }
}

function maxAgeOf(answer: Response): number {
  return Number(/max-age=(\d+)/.exec(answer.headers.get("Cache-Control") ?? "")?.[1] ?? 0);
}
