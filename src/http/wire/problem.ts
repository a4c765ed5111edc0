/** The body of every reply of 4xx and 5xx: RFC 9457, with a code and the faults one by one. Pure. */
import { z } from "zod";
import { ERROR_CODES } from "../../errors.ts";

const Fault = z
  .strictObject({
    pointer: z.string().optional().describe("RFC 6901, into the body."),
    parameter: z.string().optional().describe("Of the query, the path or the headers."),
    message: z.string(),
    expected: z.string().optional(),
    got: z.string().optional().describe("A type or a safe description; never the value of a secret or of a question."),
  })
  .meta({ id: "Fault" });

export const Problem = z
  .looseObject({
    type: z.string().meta({ format: "uri-reference" }),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string().describe("The request id."),
    code: z.enum(ERROR_CODES as readonly [string, ...string[]]),
    errors: z.array(Fault).optional(),
  })
  .meta({ id: "Problem" });

/** What is said of a code without an occurrence of it. */
export const ProblemType = z
  .strictObject({
    code: z.enum(ERROR_CODES as readonly [string, ...string[]]),
    title: z.string(),
    status: z.int(),
    more: z.string().describe("Where to read on."),
  })
  .meta({ id: "ProblemType" });
