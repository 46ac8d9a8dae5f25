import { createServer, type Server } from "node:net";
import { type FailureMode, sendBytes, type Timing } from "./failure-mode.ts";

/** A reply to a one-line query, and how it is sent. */
export interface LineAnswer {
  readonly bytes: Buffer;
  readonly failureMode: FailureMode;
}

const MAX_QUERY_BYTES = 512;
/** Milliseconds after which a connection without a query is closed. */
const QUERY_WITHIN_MS = 30_000;
const MAX_CONNECTIONS = 1_000;

const QUERY_TOO_LONG: LineAnswer = {
  bytes: Buffer.from("% Error: malformed query: too long\r\n"),
  failureMode: "whole",
};

/**
 * Creates a server like WHOIS (RFC 3912), which reads one line, replies and closes. It handles all socket errors, so
 * that none of them ends the process.
 */
export function createLineServer(answer: (line: string) => LineAnswer, timing: Timing): Server {
  // A client may close its own side right after its query.
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    let query = "";
    const read = (chunk: Buffer) => {
      query += chunk.toString("latin1");
      const end = query.search(/[\r\n]/);
      if (end === -1 && query.length <= MAX_QUERY_BYTES) return;
      socket.off("data", read).off("end", giveUp).resume().setTimeout(0);
      const known = end !== -1 && end <= MAX_QUERY_BYTES;
      const { bytes, failureMode } = known ? answer(query.slice(0, end).trim()) : QUERY_TOO_LONG;
      sendBytes(socket, socket, bytes, failureMode, timing);
    };
    const giveUp = () => socket.end();
    socket
      .on("error", () => socket.destroy())
      .setTimeout(QUERY_WITHIN_MS, () => socket.destroy())
      .on("data", read)
      .on("end", giveUp);
  });
  server.maxConnections = MAX_CONNECTIONS;
  return server;
}
