/** How a statement of the memory store is named among the candidates of a request. Pure. */

export const STATEMENT_PREFIX = "memory:";

/** The form of the ids that the service gives. */
const STATEMENT_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const candidateIdOf = (statement: string): string => `${STATEMENT_PREFIX}${statement}`;

/** The statement that a candidate's id names, with or without the prefix; null where it names none. */
export function statementOf(candidate: string): string | null {
  const id = candidate.startsWith(STATEMENT_PREFIX) ? candidate.slice(STATEMENT_PREFIX.length) : candidate;
  return STATEMENT_ID.test(id) ? id : null;
}
