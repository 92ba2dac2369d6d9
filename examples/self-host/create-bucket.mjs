// @ts-check
// Makes the bucket of OBJECT_STORE_URL if it is not there, lets the pages of PUBLIC_URL (the playground)
// and of CORS_ORIGINS send and fetch files by signed links, and has the store remove what abandoned
// multipart uploads leave behind. May be run again at any time.
import {
  CreateBucketCommand,
  HeadBucketCommand,
  PutBucketCorsCommand,
  PutBucketLifecycleConfigurationCommand,
  S3Client,
} from '@aws-sdk/client-s3'

const url = new URL(process.env.OBJECT_STORE_URL ?? '')
const Bucket = url.hostname
const { CORS_ORIGINS = '', PUBLIC_URL } = process.env
const origins = [
  ...(PUBLIC_URL === undefined ? [] : [new URL(PUBLIC_URL).origin]),
  ...CORS_ORIGINS.split(',').flatMap((origin) => origin.trim() || []),
]
const client = new S3Client({
  region: url.searchParams.get('region') ?? 'us-east-1',
  endpoint: url.searchParams.get('endpoint') ?? undefined,
  forcePathStyle: url.searchParams.get('forcePathStyle') === 'true',
  requestChecksumCalculation: 'WHEN_REQUIRED',
})

const isThere = await client.send(new HeadBucketCommand({ Bucket })).then(
  () => true,
  (error) => {
    if (error.$metadata?.httpStatusCode === 404) return false
    throw error
  },
)
if (!isThere) await client.send(new CreateBucketCommand({ Bucket }))

if (origins.length > 0) {
  const CORSRules = [
    {
      AllowedOrigins: origins,
      AllowedMethods: ['GET', 'HEAD', 'PUT'],
      AllowedHeaders: ['content-type', 'range'],
      ExposeHeaders: ['ETag', 'Content-Range'],
      MaxAgeSeconds: 3600,
    },
  ]
  await configure(
    'CORS rules; pages cannot send files until you set them by its own means',
    new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules } }),
  )
}

/** @type {import('@aws-sdk/client-s3').LifecycleRule} */
const abandonedUploads = {
  ID: 'abandoned-multipart-uploads',
  Status: 'Enabled',
  Filter: { Prefix: '' },
  AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
}
await configure(
  'lifecycles; parts of abandoned uploads stay',
  new PutBucketLifecycleConfigurationCommand({
    Bucket,
    LifecycleConfiguration: { Rules: [abandonedUploads] },
  }),
)
process.stdout.write(`The bucket ${Bucket} is ready.\n`)

/**
 * Not every S3 server knows everything; without these two the service works, so that is reported and no more.
 * @param {string} missing
 * @param {Parameters<typeof client.send>[0]} command
 */
async function configure(missing, command) {
  try {
    await client.send(command)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    process.stderr.write(`This S3 server takes no ${missing}. It says: ${reason}\n`)
  }
}
