import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BodyKind } from '../../client/wire.ts'
import { packageFolder } from '../package-folder.ts'
import type { Contract } from '../read/contract.ts'
import type { MediaKind } from '../read/media.ts'
import { type Operation, operationsOf } from '../read/operations.ts'
import type { Settings } from '../settings.ts'
import { copiedFile, sourceFile } from './banner.ts'
import { literalText } from './literal-text.ts'
import { schemeForm } from './security.ts'

const sources = ['index.ts', 'wire.ts']

/**
 * The SDK half next to `openapi.ts`: a method for each operation, with the types of its responses by their
 * status, on openapi-fetch.
 */
export function clientFiles(document: Contract, settings: Settings): Record<string, string> {
  const operations = operationsOf(document, settings)
  const table = Object.fromEntries(
    operations.map((operation) => [
      operation.id,
      { method: operation.method, path: operation.path, ...wireOf(operation) },
    ]),
  )
  const names = new Set(operations.flatMap(({ security }) => security.flatMap(Object.keys)))
  const schemes = Object.fromEntries([...names].map((name) => [name, schemeForm(document, name)]))
  return {
    'operations.ts': sourceFile([
      `/** The operations of the contract, by the names of their methods. */\nexport const operations = ${literalText(table, '')} as const`,
      `/** Where the credentials of its security schemes go. */\nexport const schemes = ${literalText(schemes, '')} as const`,
    ]),
    ...Object.fromEntries(
      sources.map((name) => [name, copiedFile(readFileSync(join(packageFolder, 'client', name), 'utf8'))]),
    ),
  }
}

/** What openapi-fetch does not know of an operation. */
function wireOf({ body, parameters, responses, security }: Operation): object {
  const media = body?.media.find(({ kind }) => kind === 'json') ?? body?.media[0]
  const styles = parameters.flatMap(
    ({ name, in: place, style = 'form', explode = style === 'form', ...own }) => {
      if (place !== 'query' || (style === 'form' && explode && !('content' in own))) return []
      return [[name, { style: 'content' in own ? 'json' : style, explode }]]
    },
  )
  const reads = responses.flatMap(({ status, kind, mediaTypes: [type = ''] }): [string, BodyKind][] =>
    kind === undefined ? [] : [[status, readAs(kind, type)]],
  )
  return {
    ...(security.length > 0 && { security: security.map(Object.keys) }),
    ...(media !== undefined && media.type !== 'application/json' && { bodyType: media.type }),
    ...(styles.length > 0 && { styles: Object.fromEntries(styles) }),
    ...(reads.some(([, kind]) => kind !== 'json') && { reads: Object.fromEntries(reads) }),
  }
}

function readAs(kind: MediaKind, type: string): BodyKind {
  if (type.startsWith('text/event-stream')) return 'stream'
  return kind === 'json' || kind === 'text' ? kind : 'blob'
}
