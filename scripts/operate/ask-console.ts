import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";

/** The location of the console and the service token for it. */
export interface ConsoleAddress {
  origin: string;
  /** The Cloudflare Access service token; `null` if none is sent. */
  token: { id: string; secret: string } | null;
}

export interface ConsoleReply {
  status: number;
  /** The parsed JSON; `null` if the body is not JSON. */
  body: unknown;
}

const TIMEOUT_MS = 60_000;

/**
 * Sends a request to the console. A request to a host under `localhost` goes to 127.0.0.1 without a DNS lookup, because
 * some resolvers do not know these names (RFC 6761 §6.3).
 * @param body the body of a POST request; `null` sends a GET request
 * @throws if the console does not respond
 */
export function askConsole(
  { origin, token }: ConsoleAddress,
  path: string,
  body: object | null,
): Promise<ConsoleReply> {
  const url = new URL(path, origin);
  const send = url.protocol === "https:" ? requestHttps : requestHttp;
  const isLocal = url.hostname.endsWith(".localhost");
  const text = body && JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const request = send(
      url,
      {
        method: body ? "POST" : "GET",
        timeout: TIMEOUT_MS,
        ...(isLocal && { hostname: "127.0.0.1" }),
        headers: {
          Host: url.host,
          Accept: "application/json",
          ...(text && { "Content-Type": "application/json" }),
          ...(token && { "CF-Access-Client-Id": token.id, "CF-Access-Client-Secret": token.secret }),
        },
      },
      (response) => void readReply(response).then(resolve, reject),
    );
    request.on("timeout", () => request.destroy(new Error(`${url.origin} did not answer within a minute`)));
    request.on("error", (cause: NodeJS.ErrnoException) =>
      reject(NOT_REACHED.has(cause.code) ? notReached(url, isLocal, cause) : cause),
    );
    request.end(text);
  });
}

const NOT_REACHED: ReadonlySet<string | undefined> = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"]);

function notReached({ origin }: URL, isLocal: boolean, cause: Error): Error {
  const next = isLocal
    ? "is npm start running? Set PORT=… for another port, or OPERATOR_ORIGIN=https://… for a deployed console"
    : "is OPERATOR_ORIGIN its address?";
  return new Error(`Nothing answers on ${origin}: ${next}`, { cause });
}

async function readReply(response: IncomingMessage): Promise<ConsoleReply> {
  response.setEncoding("utf8");
  let text = "";
  for await (const part of response) text += part;
  return { status: response.statusCode ?? 0, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // expected: an HTML page, such as the sign-in page of Access; the caller reports it
    return null;
  }
}
