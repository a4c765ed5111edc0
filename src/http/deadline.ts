/** The last resort against our own code: an answer that does not come is given up, and its work is told to stop. */
import type { FastifyRequest } from "fastify";
import { AppError } from "../errors.ts";

/**
 * `work`, or AppError `overloaded` after `limitMs`. Fastify's `handlerTimeout` cannot be used for this:
 * on Node 20 its timer is cleared as soon as the body of a request has been read.
 */
export function answerWithin<T>(limitMs: number, request: FastifyRequest, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      request.context.departure.leave();
      reject(new AppError("overloaded", `There was no answer within ${limitMs} ms.`, { retryAfterSeconds: 1 }));
    }, limitMs);
    work.then(
      (answer) => {
        clearTimeout(timer);
        resolve(answer);
      },
      (fault: unknown) => {
        clearTimeout(timer);
        reject(fault);
      },
    );
  });
}
