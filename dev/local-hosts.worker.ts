import { styleguide } from "./styleguide.tsx";

interface LocalHostsEnv {
  SITE: Fetcher;
  OPERATOR: Fetcher;
}

/**
 * Routes requests to the Workers on this machine, where two hosts share one port. The operator console is at
 * `operator.localhost` (RFC 6761 §6.3), and the style guide at `/styleguide`. The front door gets all other requests.
 * In a deployment, the console has its own host.
 */
export default {
  fetch(request: Request, { SITE, OPERATOR }: LocalHostsEnv): Promise<Response> {
    const { hostname, pathname } = new URL(request.url);
    if (pathname === "/styleguide") return styleguide(request);
    return (hostname === OPERATOR_HOST ? OPERATOR : SITE).fetch(request);
  },
};

const OPERATOR_HOST = "operator.localhost";
