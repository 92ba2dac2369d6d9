import { randomBytes } from 'node:crypto'
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  ListObjectsV2Command,
  PutBucketCorsCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { inject } from 'vitest'
import type { S3Settings } from '../../server/src/storage/s3-store/s3-settings.ts'
import type { S3Access } from './s3-server.ts'

/** An empty bucket of a test file's own. */
export interface TestBucket {
  readonly settings: S3Settings
  /** For what the object store's port does not offer: looking at the bucket with another's eyes. */
  readonly client: S3Client
  /** The bucket as OBJECT_STORE_URL; `changes` to its query go last. */
  url(changes?: Readonly<Record<string, string>>): string
  /** Lets pages of an origin PUT and GET by signed links. */
  allowOrigin(origin: string): Promise<void>
  /** Removes the bucket with everything in it. */
  remove(): Promise<void>
}

/** The server that the project's global set-up started. */
export function s3Access(): S3Access {
  const access = inject('s3')
  if (access === undefined) throw new Error('no S3 server was started for this project: see vitest.config.ts')
  return access
}

/** Makes an empty bucket and lets the AWS SDK find the credentials of the tests' own server. */
export async function createTestBucket(): Promise<TestBucket> {
  const access = s3Access()
  const { endpoint, region, forcePathStyle, credentials } = access
  if (credentials !== undefined) {
    // As operators give them: the service reads no credentials but those that the AWS SDK finds by itself.
    process.env.AWS_ACCESS_KEY_ID = credentials.accessKeyId
    process.env.AWS_SECRET_ACCESS_KEY = credentials.secretAccessKey
  }
  const bucket = `${access.bucketPrefix}-${randomBytes(6).toString('hex')}`
  const client = new S3Client({
    region,
    forcePathStyle,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    ...(endpoint !== undefined && { endpoint }),
  })
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  return {
    settings: { bucket, region, endpoint, publicEndpoint: undefined, forcePathStyle, timeoutSeconds: 10 },
    client,
    url(changes = {}) {
      const query = new URLSearchParams({ region, forcePathStyle: String(forcePathStyle) })
      if (endpoint !== undefined) query.set('endpoint', endpoint)
      for (const [name, value] of Object.entries(changes)) query.set(name, value)
      return `s3://${bucket}?${query}`
    },
    allowOrigin: (origin) =>
      credentials === undefined
        ? allowOriginByS3(client, bucket, origin)
        : allowOriginBySwift(access, bucket, origin),
    async remove() {
      await empty(client, bucket)
      await client.send(new DeleteBucketCommand({ Bucket: bucket }))
      client.destroy()
    },
  }
}

async function empty(client: S3Client, bucket: string): Promise<void> {
  for (;;) {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }))
    if (Contents.length === 0) return
    for (const { Key } of Contents) await client.send(new DeleteObjectCommand({ Bucket: bucket, Key }))
  }
}

async function allowOriginByS3(client: S3Client, bucket: string, origin: string): Promise<void> {
  const rule = { AllowedOrigins: [origin], AllowedMethods: ['PUT', 'GET', 'HEAD'], AllowedHeaders: ['*'] }
  await client.send(new PutBucketCorsCommand({ Bucket: bucket, CORSConfiguration: { CORSRules: [rule] } }))
}

/** Swift knows CORS, though not by the S3 interface: it is a property of the bucket in its own interface. */
async function allowOriginBySwift(access: S3Access, bucket: string, origin: string): Promise<void> {
  const { accessKeyId = '', secretAccessKey = '' } = access.credentials ?? {}
  const signedIn = await fetch(`${access.endpoint}/auth/v1.0`, {
    headers: { 'X-Auth-User': accessKeyId, 'X-Auth-Key': secretAccessKey },
  })
  const changed = await fetch(`${signedIn.headers.get('x-storage-url')}/${bucket}`, {
    method: 'POST',
    headers: {
      'X-Auth-Token': signedIn.headers.get('x-auth-token') ?? '',
      'X-Container-Meta-Access-Control-Allow-Origin': origin,
    },
  })
  if (!changed.ok) throw new Error(`Swift set no CORS rule: ${changed.status} ${await changed.text()}`)
}
