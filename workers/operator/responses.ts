/** The error that the console returns when it refuses a request. */
export class ConsoleError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const HEADERS = {
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Resource-Policy": "same-origin",
};

export function jsonAnswer(body: unknown, status = 200): Response {
  return Response.json(body, { status, headers: HEADERS });
}

/**
 * Returns a response with JSON that is generated while it is sent.
 * @param file the name under which a browser saves the response; if omitted, the browser displays it
 */
export function streamAnswer(body: ReadableStream<Uint8Array>, file?: string): Response {
  const saved = file === undefined ? {} : { "Content-Disposition": `attachment; filename="${file}"` };
  return new Response(body, { headers: { ...HEADERS, ...saved, "Content-Type": "application/json" } });
}

/** Returns an error as a problem (RFC 9457). */
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
