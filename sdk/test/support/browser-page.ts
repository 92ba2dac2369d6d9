// The program of a page in a real browser. The test that opens it bundles it with the package as it is built.
import { setupWorker } from 'msw/browser'
import { Mediagen, type UploadProgress } from '../../src/index.js'
import { createMockService } from '../../src/testing/index.js'
import { contractHandlers, mockServiceHandlers } from '../../src/testing/msw.js'

/** What a test may ask of the page. */
export interface PageProgram {
  /** Takes an image through the mock of this process to its result. */
  throughMock(): Promise<{ tasks: number; balance: string; result: string; errorName: string }>
  /** The same through Mock Service Worker, with the fetch of the browser. */
  throughWorker(): Promise<{ statuses: string[]; result: string; account: string; errorName: string }>
  /**
   * Uploads so many bytes to the address that the page came from; aborts after the first of them if it is
   * asked to.
   */
  upload(
    sizeBytes: number,
    abort: boolean,
  ): Promise<{ progress: UploadProgress[]; outcome: string; lateMs: number }>
  /** Waits for so many tasks of the address that the page came from; resolves to their statuses. */
  wait(count: number): Promise<string[]>
  /** Whether the account of that address could be read within the time. */
  readAccount(timeoutMs: number): Promise<boolean>
}

let ownClient: Mediagen | undefined

/** The client of what the page came from: one, as a page has. */
function clientOfPage(): Mediagen {
  ownClient ??= new Mediagen({ apiKey: 'any', baseUrl: location.origin })
  return ownClient
}

const program: PageProgram = {
  async throughMock() {
    const service = createMockService({ balance: '1.00' })
    const { baseUrl, clock, fetch } = service
    const client = new Mediagen({ apiKey: 'any', baseUrl, clock, fetch })
    service.faults.dropAfterAccept(2)
    const generation = await client.images.transform({
      file: new Blob([picture(200)]),
      effectId: 'watercolour',
    })
    const result = await (await generation.wait()).download()
    service.faults.failTasks('GENERATION_FAILED')
    const error = await client.images
      .generate({ prompt: 'a fox' })
      .then((failing) => failing.wait())
      .catch((reason: unknown) => reason)
    return {
      tasks: service.taskCount(),
      balance: service.balance(),
      result: textOf(result),
      errorName: nameOf(error),
    }
  },

  async throughWorker() {
    const service = createMockService({ balance: '1.00' })
    const { baseUrl, clock } = service
    const worker = setupWorker(...mockServiceHandlers(service))
    await worker.start({ quiet: true, onUnhandledRequest: 'error' })
    const client = new Mediagen({ apiKey: 'any', baseUrl, clock })
    const statuses: string[] = []
    const generation = await client.images.transform({ file: picture(200), effectId: 'watercolour' })
    const finished = await generation.wait({ onUpdate: ({ status }) => statuses.push(status) })
    const result = textOf(await finished.download())
    worker.use(...contractHandlers({ generateImage: 'INSUFFICIENT_BALANCE' }, { baseUrl }))
    const { id } = await client.account()
    const error = await client.images.generate({ prompt: 'a fox' }).catch((reason: unknown) => reason)
    worker.stop()
    return { statuses, result, account: id, errorName: nameOf(error) }
  },

  async upload(sizeBytes, abort) {
    const client = new Mediagen({ apiKey: 'any', baseUrl: location.origin })
    const controller = new AbortController()
    const progress: UploadProgress[] = []
    let abortedAtMs = 0
    const outcome = await client.uploads
      .file(picture(sizeBytes), {
        signal: controller.signal,
        onProgress(one) {
          progress.push(one)
          if (!abort || one.sentBytes === 0 || controller.signal.aborted) return
          abortedAtMs = performance.now()
          controller.abort(new Error('the person left'))
        },
      })
      .then(
        ({ status }) => status,
        (error: Error) => error.message,
      )
    return { progress, outcome, lateMs: abort ? performance.now() - abortedAtMs : 0 }
  },

  async wait(count) {
    const waits = Array.from({ length: count }, (_, index) => clientOfPage().tasks.wait(`task-${index}`))
    return (await Promise.all(waits)).map(({ status }) => status)
  },

  async readAccount(timeoutMs) {
    return clientOfPage()
      .account({ timeoutMs, maxRetries: 0 })
      .then(
        () => true,
        () => false,
      )
  },
}

Object.assign(globalThis, { program })

/** The part of a page's address that is used here; the types of Node do not know it. */
declare const location: { readonly origin: string }

/** A PNG by its header, of 64 x 64 pixels. */
function picture(sizeBytes: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(sizeBytes)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
  bytes.set([0, 0, 0, 64, 0, 0, 0, 64], 16)
  return bytes
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'no error'
}
