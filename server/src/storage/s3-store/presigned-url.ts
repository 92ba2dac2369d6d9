import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto'

const algorithm = 'AWS4-HMAC-SHA256'
const service = 's3'
/** The signature does not cover the body: a link is created before there is one. */
const payload = 'UNSIGNED-PAYLOAD'

export interface SigningCredentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string | undefined
}

export interface PresignRequest {
  readonly method: 'GET' | 'PUT'
  /** Such as `https://media.example.com`. */
  readonly origin: string
  /** As the Host header of requests has it. */
  readonly host: string
  /** Path of the bucket, without a trailing slash; '' if the bucket is in the host. */
  readonly bucketPath: string
  readonly key: string
  readonly region: string
  readonly expiresInSeconds: number
  readonly at: Date
  /** The request must have exactly this type. */
  readonly contentType?: string
  /** Parameters that S3 reads, sorted by name; they follow the signature's own parameters in that order. */
  readonly parameters: readonly (readonly [name: string, value: string])[]
}

/**
 * Signs requests by query parameters (Signature Version 4) without the SDK's middleware pipeline, which takes
 * a hundred times as long. The signing key depends on the day, the region and the credentials, and is derived
 * again when one of them changes.
 */
export function createPresign(): (credentials: SigningCredentials, request: PresignRequest) => string {
  let derived: { readonly of: string; readonly key: KeyObject } | undefined

  function signingKey({ accessKeyId, secretAccessKey }: SigningCredentials, scope: string): KeyObject {
    const of = JSON.stringify([accessKeyId, secretAccessKey, scope])
    if (derived?.of === of) return derived.key
    // The parts of the scope: the day, the region, the service, and the kind of request.
    const secret = scope.split('/').reduce<Buffer>(hmac, Buffer.from(`AWS4${secretAccessKey}`))
    const key = createSecretKey(secret)
    derived = { of, key }
    return key
  }

  return (credentials, request) => {
    const { method, origin, host, bucketPath, contentType } = request
    const time = request.at.toISOString().replaceAll(/[-:]|\.\d{3}/g, '')
    const scope = `${time.slice(0, 8)}/${request.region}/${service}/aws4_request`
    const path = `${bucketPath}/${request.key.split('/').map(encode).join('/')}`
    const headers = [...(contentType === undefined ? [] : [['content-type', contentType]]), ['host', host]]
    const signedHeaders = headers.map(([name]) => name).join(';')
    const query = queryOf(credentials, request, { scope, time, signedHeaders })
    const canonical = [
      method,
      path,
      query,
      ...headers.map(([name, value]) => `${name}:${value}`),
      '',
      signedHeaders,
      payload,
    ].join('\n')
    const text = `${algorithm}\n${time}\n${scope}\n${hash('sha256', canonical)}`
    const signature = hmac(signingKey(credentials, scope), text).toString('hex')
    return `${origin}${path}?${query}&X-Amz-Signature=${signature}`
  }
}

/** The parameters sorted by name, as the signature covers them. */
function queryOf(
  { accessKeyId, sessionToken }: SigningCredentials,
  { expiresInSeconds, parameters }: PresignRequest,
  { scope, time, signedHeaders }: { scope: string; time: string; signedHeaders: string },
): string {
  return [
    ['X-Amz-Algorithm', algorithm],
    ['X-Amz-Content-Sha256', payload],
    ['X-Amz-Credential', `${accessKeyId}/${scope}`],
    ['X-Amz-Date', time],
    ['X-Amz-Expires', String(expiresInSeconds)],
    ...(sessionToken === undefined ? [] : [['X-Amz-Security-Token', sessionToken]]),
    ['X-Amz-SignedHeaders', signedHeaders],
    ...parameters,
  ]
    .map(([name = '', value = '']) => `${name}=${encode(value)}`)
    .join('&')
}

/** RFC 3986: encodeURIComponent leaves five characters that S3 encodes before it checks the signature. */
function encode(text: string): string {
  if (/^[\w.~-]*$/.test(text)) return text
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** Node takes 2 µs with a KeyObject and 14 with the same key in a Buffer. */
function hmac(key: KeyObject | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
