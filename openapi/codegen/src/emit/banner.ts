/** The first line of every source file that is generated from the contract: its generator, and a warning not to edit it. */
export const banner =
  '// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.'

/** A generated TypeScript file: banner, imports if any, then the parts with one empty line between. */
export function sourceFile(parts: readonly string[]): string {
  return `${[banner, ...parts.filter((part) => part !== '')].join('\n\n')}\n`
}

/** The package that serves what is generated. */
export const runtimeModule = '@mediagen/contract-runtime'

/** A file of the runtime, as it is copied into the output. */
export function copiedFile(text: string): string {
  return `${copyBanner}\n${text}`
}

const copyBanner =
  '// Copied from the runtime of @mediagen/codegen. Do not edit: the next generation replaces it.'
