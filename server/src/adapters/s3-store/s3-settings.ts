/** Where an S3 object store is, as `OBJECT_STORE_URL` says it. Credentials come from where the AWS SDK reads them. */
export interface S3Settings {
  readonly bucket: string
  /** @default us-east-1 */
  readonly region: string
  /** The service to talk to when it is not Amazon's own. */
  readonly endpoint: string | undefined
  /** What clients reach the same store by, when they cannot use `endpoint`: signed links are made for it. */
  readonly publicEndpoint: string | undefined
  /** `https://host/bucket/key` instead of `https://bucket.host/key`. @default false */
  readonly forcePathStyle: boolean
}

const known = new Set(['region', 'endpoint', 'publicEndpoint', 'forcePathStyle'])

/** Reads `s3://BUCKET?region=…&endpoint=…&publicEndpoint=…&forcePathStyle=true`. Throws a RangeError that names the fault. */
export function readS3Url(text: string): S3Settings {
  if (!URL.canParse(text)) throw new RangeError('is not a URL')
  const url = new URL(text)
  if (url.protocol !== 's3:' || url.hostname === '') throw new RangeError('must be s3://BUCKET')
  if (url.pathname !== '' && url.pathname !== '/') throw new RangeError('takes no path after the bucket')
  const unknown = [...url.searchParams.keys()].filter((name) => !known.has(name))
  if (unknown.length > 0)
    throw new RangeError(`knows no ${unknown.join(', ')}; it takes ${[...known].join(', ')}`)
  const forcePathStyle = url.searchParams.get('forcePathStyle') ?? 'false'
  if (forcePathStyle !== 'true' && forcePathStyle !== 'false')
    throw new RangeError('forcePathStyle is true or false')
  return {
    bucket: url.hostname,
    region: url.searchParams.get('region') ?? 'us-east-1',
    endpoint: readEndpoint(url, 'endpoint'),
    publicEndpoint: readEndpoint(url, 'publicEndpoint'),
    forcePathStyle: forcePathStyle === 'true',
  }
}

function readEndpoint(url: URL, name: string): string | undefined {
  const text = url.searchParams.get(name)
  if (text === null) return undefined
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new RangeError(`${name} must be an http(s) URL`)
  return text
}
