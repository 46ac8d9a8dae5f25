import type { AccessRefusal } from "./access/identify.ts";

/** Why the console does not answer what was asked. */
export class ConsoleError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }

  static ofAccess({ status, code }: AccessRefusal): ConsoleError {
    return new ConsoleError(status, code, ACCESS_TEXTS[code]);
  }
}

const ACCESS_TEXTS: Record<AccessRefusal["code"], string> = {
  unknown_host: "Nothing is here.",
  no_token: "The operator console is reached through Cloudflare Access alone.",
  token_refused: "The token of Cloudflare Access is not valid for this.",
  not_an_operator: "You are not among the operators: OPERATORS or OPERATOR_READERS has to name you.",
  keys_unreachable: "The keys of Cloudflare Access could not be read, so nobody can be let in. Try again in a minute.",
};

const HEADERS = {
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Resource-Policy": "same-origin",
};

export function jsonAnswer(body: unknown, status = 200): Response {
  return Response.json(body, { status, headers: HEADERS });
}

/** JSON that is made while it is sent. */
export function streamAnswer(body: ReadableStream<Uint8Array>): Response {
  return new Response(body, { headers: { ...HEADERS, "Content-Type": "application/json" } });
}

/** A problem (RFC 9457). */
export function problemAnswer({ status, code, message }: ConsoleError, requestId: string): Response {
  const body = {
    type: "about:blank",
    title: code.replaceAll("_", " "),
    status,
    code,
    detail: message,
    request_id: requestId,
  };
  return Response.json(body, { status, headers: { ...HEADERS, "Content-Type": "application/problem+json" } });
}
