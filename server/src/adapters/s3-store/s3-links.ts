import { GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { ObjectStore } from '../../ports/object-store.js'

/**
 * Signs links without a word to the store. A link holds no longer than the credentials that signed it: with
 * temporary ones it may lapse before its time.
 */
export function createS3Links(
  signer: S3Client,
  bucket: string,
): Pick<ObjectStore, 'signUpload' | 'signDownload'> {
  return {
    signUpload({ key, contentType, expiresInSeconds }) {
      const command = new PutObjectCommand({ Bucket: bucket, Key: key, ContentType: contentType })
      // By default the presigner signs the host alone: the type must be named, or a PUT of any other would
      // pass.
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
  }
}
