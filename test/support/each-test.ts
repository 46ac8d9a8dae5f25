import { aroundEach } from "vitest";
import { stopInTime } from "./test-signal.ts";

aroundEach(stopInTime);
