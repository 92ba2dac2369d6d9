import { isInstalled, swift } from '../../scripts/set-up/debian.mjs'
import { readS3Url, type S3Settings } from '../../server/src/storage/s3-store/s3-settings.ts'

/** Where an S3 server for the tests comes from. */
export type S3Source = { kind: 'given'; settings: S3Settings } | { kind: 'swift' }

/**
 * The first of: the server named by MEDIAGEN_TEST_S3_URL, an OpenStack Swift on this machine; or undefined
 * where there is neither. The URL is one of OBJECT_STORE_URL's kind, with an http endpoint, before which a
 * proxy can do harm; credentials come from where the AWS SDK reads them and must be allowed to create
 * buckets, which are named after the one in the URL.
 */
export function findS3Source(): S3Source | undefined {
  const url = process.env.MEDIAGEN_TEST_S3_URL
  if (url) return { kind: 'given', settings: readS3Url(url) }
  return isInstalled(swift) ? { kind: 'swift' } : undefined
}
