import { S3Client } from '@aws-sdk/client-s3'
import type { S3Settings } from './s3-settings.ts'

/**
 * Including the first try. Between tries the SDK pauses for about 0.1, 0.2 and 0.4 seconds, longer when asked
 * to slow down.
 */
const triesMax = 4
/** A reachable store accepts a connection in milliseconds. */
const connectMsMax = 3_000

/**
 * Time limits, all in proportion to the silence that the operator allows the store. Without these the SDK
 * waits for ever: its `requestTimeout` alone only logs a warning.
 */
export interface S3Patience {
  /** No byte in either direction for this long ends a try. */
  readonly silenceMs: number
  /** One request from its first byte to the head of its response, including its body. */
  readonly requestMs: number
  /** An operation that moves no large body, including all tries: a caller of the API waits for it. */
  readonly operationMs: number
  /** Reading a whole object, including all tries. */
  readonly readMs: number
}

/** The time limits of a store with these settings. */
export function patienceOf({ timeoutSeconds }: Pick<S3Settings, 'timeoutSeconds'>): S3Patience {
  const silenceMs = timeoutSeconds * 1000
  return { silenceMs, requestMs: 6 * silenceMs, operationMs: 2 * silenceMs, readMs: 12 * silenceMs }
}

/** A client that retries what may be retried and never waits for ever. Connects on its first request. */
export function createS3Client(settings: S3Settings, endpoint: string | undefined): S3Client {
  const { silenceMs, requestMs } = patienceOf(settings)
  return new S3Client({
    region: settings.region,
    forcePathStyle: settings.forcePathStyle,
    ...(endpoint !== undefined && { endpoint }),
    maxAttempts: triesMax,
    requestHandler: {
      connectionTimeout: Math.min(connectMsMax, silenceMs),
      socketTimeout: silenceMs,
      requestTimeout: requestMs,
      throwOnRequestTimeout: true,
    },
    // Otherwise a presigned PUT carries the checksum of an empty body, against which several services then
    // check the file.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
}
