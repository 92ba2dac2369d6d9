import { banner } from './banner.ts'

/**
 * The module of validators as TypeScript that no compiler looks into: of megabytes of generated checks it would infer types
 * for seconds, and a declaration beside JavaScript would keep it from being copied to where the rest is compiled to.
 */
export function typedModule(code: string): string {
  return `${banner}
// @ts-nocheck
${validatorType}
${code.replaceAll(/^export const (\w+) = /gm, 'export const $1: Validator = ')}`
}

/** The same as JavaScript. */
export function untypedModule(text: string): string {
  return text
    .replace('// @ts-nocheck\n', '')
    .replace(`${validatorType}\n`, '')
    .replaceAll(/^export const (\w+): Validator = /gm, 'export const $1 = ')
}

/** As in `validators.ts`, which imports what this is written into. */
const validatorType = `interface Validator {
  (value: unknown): boolean
  readonly errors?:
    | readonly {
        readonly instancePath: string
        readonly schemaPath: string
        readonly keyword: string
        readonly params: Readonly<Record<string, unknown>>
      }[]
    | null
}`
