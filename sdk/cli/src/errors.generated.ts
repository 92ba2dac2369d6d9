// Generated from openapi/errors.yaml by `npm run generate`. Do not edit.

/** What the command line advises, by code. */
export const codeHints: Readonly<Record<string, string>> = {
  "INSUFFICIENT_BALANCE": "\"mediagen balance\" prints what is left; the operator of the service can add to it.",
  "TOO_MANY_OPEN_TASKS": "\"mediagen tasks list --status QUEUED\" lists those that can still be cancelled."
}
