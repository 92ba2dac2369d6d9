/** The first line of every generated source file: its generator, and a warning not to edit it. */
export const banner =
  '// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.'

/** A generated TypeScript file: banner, imports if any, then the parts with one empty line between. */
export function sourceFile(parts: readonly string[]): string {
  return `${[banner, ...parts.filter((part) => part !== '')].join('\n\n')}\n`
}
