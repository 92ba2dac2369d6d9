import { createHash, randomUUID } from 'node:crypto'

/** The product of each operation that accepts a task. */
const products: Readonly<Record<string, string>> = {
  generateImage: 'image.generate',
  transformImage: 'image.transform',
  generateVideo: 'video.generate',
  transformVideo: 'video.transform',
}

const idPattern = /\/tasks\/(image|video)-(generate|transform)-[0-9a-f]{20}(?:\/|$)/
const uploadPattern = /\/uploads\/(jpeg|png|webp)-[0-9a-f]{20}(?:\/|$)/

/**
 * The id of a task that an operation accepts; undefined for an operation that accepts none. The mock is
 * stateless, so the id encodes its product, and one idempotency key always gives the same id.
 */
export function taskIdOf(operationId: string, idempotencyKey: string | undefined): string | undefined {
  const product = products[operationId]
  return product && `${product.replace('.', '-')}-${digest(product, idempotencyKey ?? randomUUID())}`
}

/** The id of an upload, which encodes its content type. */
export function uploadIdOf(contentType: string): string {
  return `${contentType.replace('image/', '')}-${digest(contentType, randomUUID())}`
}

/** The product of the task in a path, such as `video.generate`; undefined if its id is not the mock's. */
export function productOf(path: string): string | undefined {
  const [, medium, verb] = idPattern.exec(path) ?? []
  return medium && `${medium}.${verb}`
}

/** The content type of the upload in a path; undefined if its id is not the mock's. */
export function contentTypeOf(path: string): string | undefined {
  const type = uploadPattern.exec(path)?.[1]
  return type && `image/${type}`
}

function digest(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 20)
}
