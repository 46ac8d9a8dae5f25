/** The client area behind the binding that the front door has. */
export default {
  fetch: (request: Request, { BILLING }: { BILLING: Fetcher }) => BILLING.fetch(request),
};
