/** The bodies of the health routes. Pure. */
import { z } from "zod";

export const Live = z.strictObject({ status: z.literal("live") }).meta({ id: "Live" });

export const Ready = z
  .strictObject({ status: z.literal("ready"), checks: z.record(z.string(), z.boolean()) })
  .meta({ id: "Ready" });
