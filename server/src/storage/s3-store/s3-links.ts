import { GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { ObjectStore } from '../../core/ports/object-store.ts'
import { createPresign, type PresignRequest } from './presigned-url.ts'

type Links = Pick<ObjectStore, 'signUpload' | 'signDownload'>

/**
 * Signs links without contacting the store. A link is valid no longer than the credentials that signed it:
 * with temporary ones it may expire early.
 */
export function createS3Links(signer: S3Client, bucket: string): Links {
  const presign = createPresign()
  const sdkLinks = createSdkLinks(signer, bucket)
  let place: Promise<BucketPlace | undefined> | undefined

  /** Computed by the SDK once, which knows how Amazon and others name their hosts. */
  function findPlace(): Promise<BucketPlace | undefined> {
    place ??= placeOf(sdkLinks).catch((error: unknown) => {
      place = undefined
      throw error
    })
    return place
  }

  async function sign(
    request: Pick<PresignRequest, 'method' | 'key' | 'contentType' | 'parameters' | 'expiresInSeconds'>,
    bySdk: () => Promise<string>,
  ): Promise<string> {
    const at = await findPlace()
    if (at === undefined) return bySdk()
    return presign(await signer.config.credentials(), { ...request, ...at, at: new Date() })
  }

  return {
    signUpload(upload) {
      const { key, contentType, expiresInSeconds } = upload
      const parameters = [['x-id', 'PutObject']] as const
      return sign({ method: 'PUT', key, contentType, expiresInSeconds, parameters }, () =>
        sdkLinks.signUpload(upload),
      )
    },
    signDownload(download) {
      const { key, contentType, fileName, expiresInSeconds } = download
      const parameters = [
        ['response-content-disposition', dispositionOf(fileName)],
        ['response-content-type', contentType],
        ['x-id', 'GetObject'],
      ] as const
      return sign({ method: 'GET', key, expiresInSeconds, parameters }, () => sdkLinks.signDownload(download))
    },
  }
}

/** The address of a bucket, and the region for which its requests are signed. */
type BucketPlace = Pick<PresignRequest, 'origin' | 'host' | 'bucketPath' | 'region'>

/** Undefined if links are not signed in the plain way: directory buckets have their own sessions. */
async function placeOf(links: Links): Promise<BucketPlace | undefined> {
  const key = 'key'
  const link = await links.signDownload({ key, contentType: 'a/b', fileName: 'c', expiresInSeconds: 1 })
  const { origin, host, pathname, searchParams } = new URL(link)
  // Counted from the end: an access key id may contain slashes.
  const [, region, service] = searchParams.get('X-Amz-Credential')?.split('/').slice(-4) ?? []
  const isPlain = searchParams.get('X-Amz-Algorithm') === 'AWS4-HMAC-SHA256' && service === 's3'
  if (!isPlain || region === undefined || !pathname.endsWith(`/${key}`)) return undefined
  return { origin, host, bucketPath: pathname.slice(0, -`/${key}`.length), region }
}

/** The same links from the SDK itself: several milliseconds each. */
function createSdkLinks(signer: S3Client, bucket: string): Links {
  return {
    signUpload({ key, contentType, expiresInSeconds }) {
      const command = new PutObjectCommand({ Bucket: bucket, Key: key, ContentType: contentType })
      // By default the presigner signs only the host: the type must be named, or a PUT of any other type
      // would be accepted.
      const signableHeaders = new Set(['host', 'content-type'])
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
