import { commandText } from './command.ts'
import { curlText } from './curl.ts'
import type { CodeInput } from './parts.ts'
import { pythonText } from './python.ts'
import { reactText } from './react.ts'
import { typescriptText } from './typescript.ts'

/** The languages that a request can be copied in. */
export type CodeKind = 'curl' | 'typescript' | 'react' | 'python' | 'cli'

const writers = {
  curl: curlText,
  typescript: typescriptText,
  react: reactText,
  python: pythonText,
  cli: commandText,
} as const satisfies Record<CodeKind, (input: CodeInput) => string>

/**
 * A request as code that can be run: it takes the API key from MEDIAGEN_API_KEY, in React from a proxy, and an
 * input image from `photo.jpg`, in React from the visitor. A repeat of the order is never charged twice. The id
 * of an upload is left out, because a proxy gives it to its own pages only.
 */
export function copyAs(kind: CodeKind, input: CodeInput): string {
  const { assetId: _, ...request } = input.request
  return writers[kind]({ ...input, request })
}
