/** The verified identity that every fetch, cache and store function requires. Pure. */
import { AppError } from "./errors.ts";

export const PERMISSIONS = ["assemble", "any_subject", "explain", "reveal", "audit", "memory", "erase", "admin"] as const;
export type Permission = (typeof PERMISSIONS)[number];

declare const verified: unique symbol;
declare const bound: unique symbol;

interface Identity {
  readonly tenant: string;
  /** The person whom the credentials belong to; null where they belong to none. */
  readonly subject: string | null;
  readonly groups: readonly string[];
  readonly permissions: ReadonlySet<Permission>;
}

/** Who asks. Only `verifiedCaller` makes one; nothing widens it afterwards. */
export interface Caller extends Identity {
  readonly [verified]: true;
}

/** A caller bound to the person a call is about. Only `callerAbout` makes one, once the caller may ask about that person. */
export interface CallerAbout extends Caller {
  readonly [bound]: true;
  readonly about: string;
}

/** Called by what verifies credentials (`http/auth.ts`, the command line), and by tests. */
export function verifiedCaller({ tenant, subject, groups, permissions }: Identity): Caller {
  const identity: Identity = { tenant, subject, groups: Object.freeze([...groups]), permissions: new Set(permissions) };
  return Object.freeze(identity) as Caller;
}

/** About oneself everybody may ask; about others it takes the permission any_subject. Throws AppError `forbidden`. */
export function callerAbout(caller: Caller, about: string): CallerAbout {
  if (!mayAskAbout(caller, about)) {
    throw new AppError("forbidden", "Asking about this subject needs the permission any_subject.", {
      errors: [{ pointer: "/subject", message: "needs the permission any_subject" }],
    });
  }
  const { tenant, subject, groups, permissions } = caller;
  return { tenant, subject, groups, permissions, about } as CallerAbout;
}

/** Whether `callerAbout` would bind the caller to this person. */
export const mayAskAbout = ({ subject, permissions }: Caller, about: string): boolean =>
  permissions.has("any_subject") || subject === about;
