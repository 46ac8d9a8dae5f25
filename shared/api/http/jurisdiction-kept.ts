import type { JurisdictionGuard } from "../../platform/jurisdiction.ts";
import { OperationError, toProblem } from "../definition/problems.ts";
import { problemResponse } from "./responses.ts";

interface GuardedHandler<Rest extends unknown[]> {
  fetch(request: Request, ...rest: Rest): Response | Promise<Response>;
}

/** Answers every request with 503 before a Worker sees it, where the installation was made in another jurisdiction. */
export function jurisdictionKept<Rest extends unknown[]>(
  guard: JurisdictionGuard,
  worker: GuardedHandler<Rest>,
): GuardedHandler<Rest> {
  return {
    async fetch(request, ...rest) {
      const requestId = crypto.randomUUID();
      if (await guard.isKept(requestId)) return worker.fetch(request, ...rest);
      const { origin } = new URL(request.url);
      return problemResponse(toProblem(NOT_KEPT, { site: origin, language: "en", requestId }));
    },
  };
}

const NOT_KEPT = new OperationError(
  "server_unavailable",
  {
    en: "The service is set up wrongly at the moment, and nothing was done. Its operator has been told.",
    fr: "Le service est mal configuré en ce moment et rien n’a été fait. Son exploitant en a été informé.",
  },
  { retryAfter: 60 },
);
