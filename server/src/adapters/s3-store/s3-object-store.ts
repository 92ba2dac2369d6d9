import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { ObjectStore } from '../../ports/object-store.js'
import type { S3Settings } from './s3-settings.js'

/** An object store that hangs must not hold a task for longer than its lease. */
const connectTimeoutMs = 3_000
const requestTimeoutMs = 20_000
const triesMax = 4

/**
 * The object store of production: any service that speaks S3. The SDK retries what may be retried; what remains is
 * thrown. Outcomes of conditions (gone, another version) are values.
 */
export function createS3ObjectStore(settings: S3Settings): ObjectStore & { close(): void } {
  const { bucket } = settings
  const client = new S3Client(clientConfig(settings, settings.endpoint))
  const signer =
    settings.publicEndpoint === undefined
      ? client
      : new S3Client(clientConfig(settings, settings.publicEndpoint))

  return {
    signUpload({ key, contentType, expiresInSeconds }) {
      const command = new PutObjectCommand({ Bucket: bucket, Key: key, ContentType: contentType })
      // By default the presigner signs the host alone: the type must be named, or a PUT of any other would pass.
      const signableHeaders = new Set(['host', 'content-type'])
      return getSignedUrl(signer, command, { expiresIn: expiresInSeconds, signableHeaders })
    },
    signDownload({ key, contentType, fileName, expiresInSeconds }) {
      const command = new GetObjectCommand({
        Bucket: bucket,
        Key: key,
        ResponseContentType: contentType,
        ResponseContentDisposition: `inline; filename="${fileName}"`,
      })
      return getSignedUrl(signer, command, { expiresIn: expiresInSeconds })
    },
    async head(key) {
      const head = await client
        .send(new HeadObjectCommand({ Bucket: bucket, Key: key }))
        .catch(undefinedIfUnmet)
      if (head === undefined) return undefined
      if (head.ContentLength === undefined || head.ETag === undefined)
        throw new Error(`No size or ETag for ${key}.`)
      return { sizeBytes: head.ContentLength, etag: head.ETag }
    },
    async readRange(key, { start, endInclusive, etag }) {
      const range = `bytes=${start}-${endInclusive}`
      return readBody(client, new GetObjectCommand({ Bucket: bucket, Key: key, Range: range, IfMatch: etag }))
    },
    read: (key) => readBody(client, new GetObjectCommand({ Bucket: bucket, Key: key })),
    async copy({ from, to, etag }) {
      const source = `${bucket}/${from}`.split('/').map(encodeURIComponent).join('/')
      const copied = await client
        .send(new CopyObjectCommand({ Bucket: bucket, Key: to, CopySource: source, CopySourceIfMatch: etag }))
        .catch(undefinedIfUnmet)
      return copied !== undefined
    },
    async put({ key, contentType, bytes }) {
      // One PUT up to 5 MB, parts in parallel above; what a failed multipart upload has sent is removed again.
      await new Upload({
        client,
        params: { Bucket: bucket, Key: key, Body: bytes, ContentType: contentType },
      }).done()
    },
    async delete(key) {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key })).catch(undefinedIfUnmet)
    },
    async *list(prefix) {
      for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })) {
        for (const { Key, LastModified } of page.Contents ?? []) {
          if (Key !== undefined) yield { key: Key, lastModifiedMs: LastModified?.getTime() ?? Date.now() }
        }
      }
    },
    async check() {
      await client.send(new HeadBucketCommand({ Bucket: bucket }))
    },
    close() {
      client.destroy()
      if (signer !== client) signer.destroy()
    },
  }
}

function clientConfig(settings: S3Settings, endpoint: string | undefined): S3ClientConfig {
  return {
    region: settings.region,
    forcePathStyle: settings.forcePathStyle,
    ...(endpoint !== undefined && { endpoint }),
    maxAttempts: triesMax,
    requestHandler: { connectionTimeout: connectTimeoutMs, requestTimeout: requestTimeoutMs },
    // Else a presigned PUT carries the checksum of an empty body, which several services then hold the file against.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  }
}

async function readBody(client: S3Client, command: GetObjectCommand): Promise<Uint8Array | undefined> {
  const answer = await client.send(command).catch(undefinedIfUnmet)
  return answer?.Body?.transformToByteArray()
}

/** 404: no such object. 412: another version. Both are answers; everything else is a fault. */
function undefinedIfUnmet(error: unknown): undefined {
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
  if (status === 404 || status === 412) return undefined
  throw error
}
