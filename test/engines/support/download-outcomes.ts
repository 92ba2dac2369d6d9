import { describe, expect, test } from 'vitest'
import {
  type GeneratedMedia,
  type Provider,
  UnusableMediaError,
} from '../../../server/src/core/ports/provider.ts'
import { type CounterpartRequest, type CounterpartResponse, startCounterpart } from './counterpart.ts'
import { bytesOf } from './job.ts'

export interface DownloadSubject {
  readonly kind: string
  make(url: string): Provider
  /** Whether a request fetches the result. */
  downloads(request: CounterpartRequest): boolean
  /** The response to every other request: a job that has succeeded. */
  otherwise(request: CounterpartRequest, url: string): CounterpartResponse
  /** Advances a provider up to the result. */
  result(provider: Provider): Promise<GeneratedMedia>
}

/** Tests one adapter's downloads: an error must say whether fetching again can help. */
export function testDownloadOutcomes(subject: DownloadSubject): void {
  const fetched = async (response: CounterpartResponse): Promise<unknown> => {
    const counterpart = await startCounterpart((request) =>
      subject.downloads(request) ? response : subject.otherwise(request, counterpart.url),
    )
    const media = await subject.result(subject.make(counterpart.url))
    return drain(media).catch((error: unknown) => error)
  }

  describe(`${subject.kind} reports whether a download can be retried`, () => {
    test('a result is fetched unchanged', async () => {
      expect(await fetched({ bytes: Buffer.from('pixels') })).toEqual(Buffer.from('pixels'))
    })

    test.each([404, 410, 403])('%d is permanent', async (status) => {
      expect(await fetched({ status })).toBeInstanceOf(UnusableMediaError)
    })

    test.each([429, 500, 503])('%d is temporary', async (status) => {
      const error = await fetched({ status })
      expect(error).toBeInstanceOf(Error)
      expect(error).not.toBeInstanceOf(UnusableMediaError)
    })

    test('a download that breaks off is an error, not a short result', async () => {
      expect(await fetched({ bytes: Buffer.alloc(50_000), truncateAt: 20_000 })).toBeInstanceOf(Error)
    })

    test('a download that never ends can be stopped', async () => {
      const error = await fetched('endless')
      expect(error).toMatchObject({ message: 'enough' })
    })
  })
}

const enough = 5 * 1024 ** 2

/** All bytes, or an error once there are too many. */
async function drain(media: GeneratedMedia): Promise<Buffer> {
  if ('bytes' in media) return bytesOf(media)
  const stop = new AbortController()
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of media.stream(stop.signal)) {
    bytes += part.byteLength
    parts.push(Uint8Array.from(part))
    if (bytes > enough) stop.abort(new Error('enough'))
  }
  return Buffer.concat(parts)
}
