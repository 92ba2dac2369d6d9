import { GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl, S3RequestPresigner } from '@aws-sdk/s3-request-presigner'
import { buildQueryString, escapeUriPath, HttpRequest } from '@smithy/core/protocols'
import { LRUCache } from 'lru-cache'
import { readOnce } from '../../core/async/read-once.ts'
import type { ObjectStore } from '../../core/ports/object-store.ts'
import { Sha256 } from './sha256.ts'

/**
 * By default the presigner signs only the host: the type must be named, or a PUT of any other type would be
 * accepted.
 */
const signableHeaders = new Set(['host', 'content-type'])

type Links = Pick<ObjectStore, 'signUpload' | 'signDownload'>

interface LinkRequest {
  readonly method: 'GET' | 'PUT'
  readonly key: string
  readonly expiresInSeconds: number
  readonly headers?: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
}

/** Whoever reads a task again within this time gets the same link, which a browser has in its cache. */
const reusedSeconds = 60
/** About a kilobyte each. */
const reusedMax = 5_000

/**
 * Signs links without contacting the store. A link is valid no longer than the credentials that signed it:
 * with temporary ones it may expire early. Those of downloads are valid for up to a minute longer, and used again for
 * that time.
 */
export function createS3Links(signer: S3Client, bucket: string): Links {
  const sdkLinks = createSdkLinks(signer, bucket)
  const downloads = new LRUCache<string, string>({ max: reusedMax, ttl: reusedSeconds * 1000 })
  const findBucketLinks = readOnce(() => createBucketLinks(signer, sdkLinks))

  return {
    async signUpload(upload) {
      const links = await findBucketLinks()
      if (links === undefined) return sdkLinks.signUpload(upload)
      const { key, contentType, expiresInSeconds } = upload
      const headers = { 'content-type': contentType }
      return links.sign({ method: 'PUT', key, expiresInSeconds, headers, query: { 'x-id': 'PutObject' } })
    },
    async signDownload({ expiresInSeconds: seconds, ...file }) {
      const { key, contentType, fileName } = file
      const name = JSON.stringify([key, contentType, fileName, seconds])
      const known = downloads.get(name)
      if (known !== undefined) return known
      const expiresInSeconds = seconds + reusedSeconds
      const links = await findBucketLinks()
      const query = {
        'response-content-disposition': dispositionOf(fileName),
        'response-content-type': contentType,
        'x-id': 'GetObject',
      }
      const link = await (links === undefined
        ? sdkLinks.signDownload({ ...file, expiresInSeconds })
        : links.sign({ method: 'GET', key, expiresInSeconds, query }))
      downloads.set(name, link)
      return link
    },
  }
}

interface BucketLinks {
  readonly sign: (link: LinkRequest) => Promise<string>
}

/**
 * Signs below the address of the bucket, which the SDK computes once: it knows how Amazon and others name their
 * hosts, and takes milliseconds to find out. Undefined if links are not signed in the plain way: directory
 * buckets have sessions of their own.
 */
async function createBucketLinks(signer: S3Client, sdkLinks: Links): Promise<BucketLinks | undefined> {
  const key = 'key'
  const link = await sdkLinks.signDownload({ key, contentType: 'a/b', fileName: 'c', expiresInSeconds: 1 })
  const { origin, host, protocol, hostname, port, pathname, searchParams } = new URL(link)
  // Counted from the end: an access key id may contain slashes.
  const [, region, service] = searchParams.get('X-Amz-Credential')?.split('/').slice(-4) ?? []
  const isPlain = searchParams.get('X-Amz-Algorithm') === 'AWS4-HMAC-SHA256' && service === 's3'
  if (!isPlain || region === undefined || !pathname.endsWith(`/${key}`)) return undefined
  const bucketPath = pathname.slice(0, -key.length)
  const { credentials } = signer.config
  const presigner = new S3RequestPresigner({ region, credentials, sha256: Sha256 })

  return {
    async sign({ method, key, expiresInSeconds, headers, query }) {
      const path = `${bucketPath}${escapeUriPath(key)}`
      const address = { protocol, hostname, ...(port !== '' && { port: Number(port) }), path }
      const request = new HttpRequest({
        ...address,
        method,
        headers: { host, ...headers },
        query: { ...query },
      })
      const signed = await presigner.presign(request, { expiresIn: expiresInSeconds, signableHeaders })
      return `${origin}${path}?${buildQueryString(signed.query ?? {})}`
    },
  }
}

/** The same links from the SDK itself: several milliseconds each. */
function createSdkLinks(signer: S3Client, bucket: string): Links {
  return {
    signUpload({ key, contentType, expiresInSeconds }) {
      const command = new PutObjectCommand({ Bucket: bucket, Key: key, ContentType: contentType })
      return getSignedUrl(signer, command, { expiresIn: expiresInSeconds, signableHeaders })
    },
    signDownload({ key, contentType, fileName, expiresInSeconds }) {
      const command = new GetObjectCommand({
        Bucket: bucket,
        Key: key,
        ResponseContentType: contentType,
        ResponseContentDisposition: dispositionOf(fileName),
      })
      return getSignedUrl(signer, command, { expiresIn: expiresInSeconds })
    },
  }
}

function dispositionOf(fileName: string): string {
  return `inline; filename="${fileName}"`
}
