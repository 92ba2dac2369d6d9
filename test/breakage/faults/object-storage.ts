import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import {
  type Fault,
  type FaultProxy,
  silence,
  startFaultProxy,
  unavailable,
} from '../../support/s3-fault-proxy.ts'
import { startS3 } from '../../support/s3-server.ts'
import { type Link, startLink } from './link.ts'

/** A real S3 behind a network that can fail. */
export interface ObjectStorage {
  /** What the service's processes need for it. */
  readonly environment: Readonly<Record<string, string>>
  /** Between the service and the proxy. */
  readonly link: Link
  readonly proxy: FaultProxy
  /** After so long the service gives up a request. */
  readonly timeoutMs: number
  /** What happens to every request until the proxy recovers. */
  disturb(kind: '503' | 'silence' | 'lost response'): void
  stop(): Promise<void>
}

const bucket = 'histories'
/** Far below the default, so that a fault can outlast it. */
const timeoutMs = 2_000
const faults: Readonly<Record<'503' | 'silence' | 'lost response', Fault>> = {
  '503': unavailable,
  silence,
  'lost response': { kind: 'lost response' },
}

/** Starts OpenStack Swift with an empty bucket. */
export async function startObjectStorage(): Promise<ObjectStorage> {
  const s3 = await startS3({ kind: 'swift' })
  const { endpoint = '', region, forcePathStyle, credentials } = s3.access
  const client = new S3Client({ endpoint, region, forcePathStyle, ...(credentials && { credentials }) })
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  client.destroy()
  // For this process, which looks at what is left; the AWS SDK reads them nowhere else.
  process.env.AWS_ACCESS_KEY_ID = credentials?.accessKeyId
  process.env.AWS_SECRET_ACCESS_KEY = credentials?.secretAccessKey
  const proxy = await startFaultProxy(endpoint)
  const link = await startLink(Number(new URL(proxy.endpoint).port))
  const query = new URLSearchParams({
    region,
    forcePathStyle: String(forcePathStyle),
    endpoint: link.urlOf(proxy.endpoint),
    timeoutSeconds: String(timeoutMs / 1000),
  })
  return {
    environment: {
      OBJECT_STORE_URL: `s3://${bucket}?${query}`,
      AWS_ACCESS_KEY_ID: credentials?.accessKeyId ?? '',
      AWS_SECRET_ACCESS_KEY: credentials?.secretAccessKey ?? '',
    },
    link,
    proxy,
    timeoutMs,
    disturb: (kind) => proxy.disturb(faults[kind]),
    async stop() {
      await link.close()
      await proxy.close()
      await s3.stop()
    },
  }
}
