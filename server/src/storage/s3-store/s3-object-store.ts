import { createReadStream, type ReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type PutObjectCommandInput,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { NewObject, ObjectStore } from '../../core/ports/object-store.ts'
import { createS3Client, patienceOf } from './s3-client.ts'
import { createS3Links } from './s3-links.ts'
import type { S3Settings } from './s3-settings.ts'
import { S3UnavailableError } from './s3-unavailable-error.ts'

/** A readiness probe needs a prompt response, and is repeated soon. */
const checkMsMax = 2_000
/** Larger objects are sent in parts of at least this size. */
const onePutBytesMax = 5 * 1024 * 1024
/**
 * The SDK retries a request up to the head of its response; a body that breaks off later is requested again
 * here.
 */
const bodyTriesMax = 3

/**
 * The object store of production: any service that implements S3. Retries what may be retried, and every
 * operation ends within the time limits of its settings. Throws S3UnavailableError if the store is
 * unavailable, and the store's own error if it refuses. Outcomes of conditions (gone, another version) are
 * values.
 */
export function createS3ObjectStore(settings: S3Settings): ObjectStore & { close(): void } {
  const { bucket } = settings
  const patience = patienceOf(settings)
  const client = createS3Client(settings, settings.endpoint)
  const signer =
    settings.publicEndpoint === undefined ? client : createS3Client(settings, settings.publicEndpoint)
  const soon = () => ({ abortSignal: AbortSignal.timeout(patience.operationMs) })

  async function check(): Promise<void> {
    const abortSignal = AbortSignal.timeout(Math.min(checkMsMax, patience.operationMs))
    await client.send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal }).catch(rethrow)
  }

  return {
    ...createS3Links(signer, bucket),
    async head(key) {
      const command = new HeadObjectCommand({ Bucket: bucket, Key: key })
      const head = await client.send(command, soon()).catch(undefinedIfUnmet)
      if (head === undefined) return undefined
      if (head.ContentLength === undefined || head.ETag === undefined)
        throw new Error(`No size or ETag for ${key}.`)
      return { sizeBytes: head.ContentLength, etag: head.ETag }
    },
    readRange(key, { start, endInclusive, etag }) {
      const range = `bytes=${start}-${endInclusive}`
      const command = new GetObjectCommand({ Bucket: bucket, Key: key, Range: range, IfMatch: etag })
      return readBody(client, command, patience.operationMs).catch(emptyIfBeyondEnd).catch(undefinedIfUnmet)
    },
    read(key) {
      const command = new GetObjectCommand({ Bucket: bucket, Key: key })
      return readBody(client, command, patience.readMs).catch(undefinedIfUnmet)
    },
    async copy({ from, to, etag }) {
      const source = `${bucket}/${from}`.split('/').map(encodeURIComponent).join('/')
      const match = { CopySource: source, CopySourceIfMatch: etag }
      const command = new CopyObjectCommand({ Bucket: bucket, Key: to, ...match })
      const copied = await client.send(command, soon()).catch(undefinedIfSourceUnmet)
      return copied !== undefined
    },
    async put(object, signal) {
      signal?.throwIfAborted()
      const { key, contentType } = object
      const params = { Bucket: bucket, Key: key, ContentType: contentType }
      const bytes = 'bytes' in object ? object.bytes : await readIfSmall(object.file)
      if (bytes === undefined || bytes.byteLength > onePutBytesMax)
        return putInParts(client, { ...params, Body: bodyOf(object) }, signal)
      await client
        .send(new PutObjectCommand({ ...params, Body: bytes }), { ...(signal && { abortSignal: signal }) })
        .catch(rethrow)
    },
    async delete(key) {
      const command = new DeleteObjectCommand({ Bucket: bucket, Key: key })
      await client.send(command, soon()).catch(undefinedIfUnmet)
    },
    async *list(prefix, after) {
      let next: string | undefined
      do {
        const from = next === undefined ? { StartAfter: after } : { ContinuationToken: next }
        const command = new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ...from })
        const page = await client.send(command, soon()).catch(rethrow)
        for (const { Key, LastModified } of page.Contents ?? []) {
          if (Key !== undefined) yield { key: Key, lastModifiedMs: LastModified?.getTime() ?? Date.now() }
        }
        next = page.IsTruncated === true ? page.NextContinuationToken : undefined
      } while (next !== undefined)
    },
    check,
    async clockAheadMs() {
      // A refusal of what a wrong clock has signed has a Date, too, by which the SDK signs from then on.
      await check().catch(() => check())
      return client.config.systemClockOffset
    },
    close() {
      client.destroy()
      if (signer !== client) signer.destroy()
    },
  }
}

/**
 * The bytes of a file that is sent in one request, because a stream could not be sent again; undefined for a
 * larger one.
 */
async function readIfSmall(path: string): Promise<Uint8Array | undefined> {
  return (await stat(path)).size > onePutBytesMax ? undefined : readFile(path)
}

function bodyOf(object: NewObject): Uint8Array | ReadStream {
  return 'bytes' in object ? object.bytes : createReadStream(object.file)
}

/**
 * In parallel. The parts of a failed upload are removed again. An aborted upload rejects immediately; its
 * parts in transit end within their own time limits and are then removed.
 */
async function putInParts(
  client: S3Client,
  params: PutObjectCommandInput,
  signal: AbortSignal | undefined,
): Promise<void> {
  const upload = new Upload({ client, params })
  const abort = (): void => void upload.abort()
  signal?.addEventListener('abort', abort)
  try {
    await upload.done().catch(rethrow)
  } finally {
    signal?.removeEventListener('abort', abort)
  }
}

/** Follows the request to the end of its body. */
async function readBody(client: S3Client, command: GetObjectCommand, withinMs: number): Promise<Uint8Array> {
  const abortSignal = AbortSignal.timeout(withinMs)
  for (let tries = 1; ; tries += 1) {
    const response = await client.send(command, { abortSignal })
    try {
      return await wholeBody(response)
    } catch (error) {
      if (tries === bodyTriesMax || abortSignal.aborted) throw error
    }
  }
}

/** Into the place that it needs, because to collect and join it would take twice that. */
async function wholeBody({ Body, ContentLength }: GetObjectCommandOutput): Promise<Uint8Array> {
  if (ContentLength === undefined) return (await Body?.transformToByteArray()) ?? new Uint8Array()
  const bytes = Buffer.allocUnsafeSlow(ContentLength)
  let length = 0
  for await (const part of Body instanceof Readable ? Body : []) {
    if (length + part.length <= ContentLength) bytes.set(part, length)
    length += part.length
  }
  if (length !== ContentLength)
    throw new Error(`The store announced ${ContentLength} bytes and sent ${length}.`)
  return bytes
}

/**
 * 404: no such object. 412: another version. Both are results; everything else is an error, including a
 * missing bucket.
 */
function undefinedIfUnmet(error: unknown): undefined {
  const status = statusOf(error)
  const isBucketMissing = error instanceof S3ServiceException && error.name === 'NoSuchBucket'
  if ((status === 404 && !isBucketMissing) || status === 412) return undefined
  rethrow(error)
}

/** As above; if the source was deleted meanwhile, some stores (Swift) report a missing bucket. */
function undefinedIfSourceUnmet(error: unknown): undefined {
  if (statusOf(error) !== 404) undefinedIfUnmet(error)
}

/** A range that begins at or after the end of the object is empty. */
function emptyIfBeyondEnd(error: unknown): Uint8Array {
  if (statusOf(error) === 416) return new Uint8Array()
  throw error
}

/** These 4xx mean "later" and not "no": request timeout, too many requests. */
const laterStatuses = [408, 429]

/** A refusal is for the operator to fix and is passed on; everything else means an unavailable store. */
function rethrow(error: unknown): never {
  const status = statusOf(error) ?? 500
  const isRefusal = status >= 400 && status < 500 && !laterStatuses.includes(status)
  throw isRefusal ? error : new S3UnavailableError(error)
}

function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
}
