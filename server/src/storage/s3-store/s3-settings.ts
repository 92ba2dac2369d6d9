/** An S3 object store as `OBJECT_STORE_URL` defines it. Credentials come from the AWS SDK's usual sources. */
export interface S3Settings {
  readonly bucket: string
  /** @default us-east-1 */
  readonly region: string
  /** The service's URL, if it is not Amazon's own. */
  readonly endpoint: string | undefined
  /** The URL by which clients reach the same store, if they cannot use `endpoint`; signed links use it. */
  readonly publicEndpoint: string | undefined
  /** `https://host/bucket/key` instead of `https://bucket.host/key`. @default false */
  readonly forcePathStyle: boolean
  /** A try ends when the store has sent nothing for this long. @default 10 */
  readonly timeoutSeconds: number
}

const known = new Set(['region', 'endpoint', 'publicEndpoint', 'forcePathStyle', 'timeoutSeconds'])

const timeoutSecondsDefault = 10
/** Longer than any working store is silent, and shorter than anyone waits. */
const timeoutSecondsMax = 300

/**
 * Reads `s3://BUCKET?region=…&endpoint=…&publicEndpoint=…&forcePathStyle=true&timeoutSeconds=…`. Throws a
 * RangeError that names the problem and never repeats a possible secret.
 */
export function readS3Url(text: string): S3Settings {
  if (!URL.canParse(text)) throw new RangeError('is not a URL')
  const url = new URL(text)
  if (url.protocol !== 's3:' || url.hostname === '') throw new RangeError('must be s3://BUCKET')
  if (url.username !== '' || url.password !== '')
    throw new RangeError('takes no credentials: they come from where the AWS SDK reads them')
  if (url.port !== '')
    throw new RangeError('takes no port after the bucket: where the store is, endpoint says')
  if (url.hash !== '') throw new RangeError('takes no fragment')
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
    timeoutSeconds: readTimeout(url),
  }
}

function readTimeout(url: URL): number {
  const text = url.searchParams.get('timeoutSeconds')
  if (text === null) return timeoutSecondsDefault
  const seconds = Number(text)
  if (!/^\d+(\.\d+)?$/.test(text) || seconds === 0 || seconds > timeoutSecondsMax)
    throw new RangeError(`timeoutSeconds is a number above 0, at most ${timeoutSecondsMax}`)
  return seconds
}

function readEndpoint(url: URL, name: string): string | undefined {
  const text = url.searchParams.get(name)
  if (text === null) return undefined
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new RangeError(`${name} must be an http(s) URL`)
  return text
}
