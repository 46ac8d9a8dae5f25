import { useWorld } from "../../support/world.ts";
import { apiToken } from "./reading/api-token.ts";

// A login has fifty connections at most: those of other tests would use them up.
apiToken(Object.assign(useWorld(), { acts: true }));
