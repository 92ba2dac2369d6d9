// @ts-check
// Makes the bucket of OBJECT_STORE_URL if it is not there, lets the pages of CORS_ORIGINS send and fetch files by signed
// links, and has the store remove what abandoned multipart uploads leave behind. May be run again at any time.
import {
  CreateBucketCommand,
  HeadBucketCommand,
  PutBucketCorsCommand,
  PutBucketLifecycleConfigurationCommand,
  S3Client,
} from '@aws-sdk/client-s3'

const url = new URL(process.env.OBJECT_STORE_URL ?? '')
const Bucket = url.hostname
const origins = (process.env.CORS_ORIGINS ?? '').split(',').flatMap((origin) => origin.trim() || [])
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
  await client.send(
    new PutBucketCorsCommand({
      Bucket,
      CORSConfiguration: {
        CORSRules: [
          {
            AllowedOrigins: origins,
            AllowedMethods: ['GET', 'HEAD', 'PUT'],
            AllowedHeaders: ['content-type'],
            MaxAgeSeconds: 3600,
          },
        ],
      },
    }),
  )
}

await client
  .send(
    new PutBucketLifecycleConfigurationCommand({
      Bucket,
      LifecycleConfiguration: {
        Rules: [
          {
            ID: 'abandoned-multipart-uploads',
            Status: 'Enabled',
            Filter: { Prefix: '' },
            AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
          },
        ],
      },
    }),
  )
  .catch((error) => {
    // Not every S3 server knows lifecycles; without them the parts stay, and nothing else changes.
    process.stderr.write(`The bucket has no lifecycle: ${error.message}\n`)
  })
process.stdout.write(`The bucket ${Bucket} is ready.\n`)
