import { upgradeFromTwoToThree } from '@scalar/openapi-upgrader/2.0-to-3.0'
import { upgradeFromThreeToThreeOne } from '@scalar/openapi-upgrader/3.0-to-3.1'
import type { Fault } from './faults.ts'
import { hasOlderWords, inNewerWords } from './older-words.ts'
import { mapSchemas } from './subschemas.ts'

/** A document in OpenAPI 3.1, and what was said otherwise. */
export interface Upgraded {
  readonly document: unknown
  readonly notices: readonly Fault[]
}

/** A document of OpenAPI 3.0, or of Swagger 2.0, in words of 3.1. Such words in a later one are read, too. */
export function upgraded(document: unknown): Upgraded {
  const version = versionOf(document)
  const isTwo = /^Swagger 2\./.test(version)
  const isOlder = isTwo || /^OpenAPI 3\.0/.test(version)
  const three = isTwo ? upgradeFromTwoToThree(copyOf(document)) : document
  let count = 0
  const plain = mapSchemas(three, (schema) => {
    if (hasOlderWords(schema)) count += 1
    return inNewerWords(schema)
  })
  const olderWords = `${count} schemas say nullable or exclude a bound by a flag`
  if (isOlder) {
    const counted = count === 0 ? '' : `; ${olderWords}`
    return {
      document: upgradeFromThreeToThreeOne(copyOf(plain)),
      notices: [
        noticeOf([isTwo ? 'swagger' : 'openapi'], `is ${version}, and read as OpenAPI 3.1${counted}`),
      ],
    }
  }
  if (count === 0) return { document, notices: [] }
  return {
    document: plain,
    notices: [noticeOf(['openapi'], `${olderWords}, as in OpenAPI 3.0: they are read so`)],
  }
}

/** What a document says that it is. */
export function versionOf(document: unknown): string {
  if (typeof document !== 'object' || document === null) return 'no OpenAPI document'
  if ('openapi' in document) return `OpenAPI ${document.openapi}`
  return 'swagger' in document ? `Swagger ${document.swagger}` : 'no OpenAPI document'
}

function noticeOf(trail: readonly string[], reason: string): Fault {
  return { trail, where: 'document', reason }
}

/** The upgrader changes what it is given. */
function copyOf(document: unknown): Record<string, unknown> {
  return structuredClone(Object(document))
}
