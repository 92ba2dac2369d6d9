import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { fromPath, Mediagen, UploadRejectedError } from '@mediagen/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contractFile } from '../openapi/checks/contract.ts'
import { contractFetch } from '../openapi/checks/contract-fetch.ts'
import { findFreePort } from '../test/support/free-port.ts'
import { type RunningProgram, startProgram } from '../test/support/running-program.ts'

const program = fileURLToPath(new URL('backend-team/uploads-backend.ts', import.meta.url))
const codegen = fileURLToPath(new URL('../openapi/codegen/src/main.ts', import.meta.url))
const scenario = fileURLToPath(new URL('../openapi/conform/media.ts', import.meta.url))
const photo = new URL('basics/photo.jpg', import.meta.url)

describe('a backend that implements one tag in an example', () => {
  let backend: RunningProgram
  let baseUrl: string
  let client: Mediagen
  let call: ReturnType<typeof contractFetch>
  beforeAll(async () => {
    const port = await findFreePort()
    backend = await startProgram([program], { PORT: String(port) })
    baseUrl = backend.url
    call = contractFetch(baseUrl)
    client = new Mediagen({ baseUrl, apiKey: 'team-key', fetch: call })
  })
  afterAll(() => backend.stop())

  test('takes an upload from the SDK, and each answer meets the contract', async () => {
    const upload = await client.uploads.file(fromPath(photo))
    expect(upload).toMatchObject({ status: 'READY', contentType: 'image/jpeg', width: expect.any(Number) })
    expect(call.coverage.seen()).toEqual(expect.arrayContaining(['completeUpload 200', 'createUpload 200']))
  })

  test('says why a file is no image', async () => {
    const text = new Blob(['no image, but longer than 28 bytes'], { type: 'image/png' })
    await expect(client.uploads.file(text)).rejects.toThrow(UploadRejectedError)
  })

  test('refuses in the form of the contract what breaks the contract', async () => {
    const request = {
      method: 'POST',
      headers: { Authorization: 'Bearer team-key', 'Content-Type': 'application/json' },
      body: JSON.stringify({ contentType: 'image/gif' }),
    }
    expect((await call('/api/v1/uploads', request)).status).toBe(400)
    expect((await call('/api/v1/uploads/none', { headers: request.headers })).status).toBe(404)
    expect((await call('/api/v1/uploads/none')).status).toBe(401)
    expect((await call('/api/v1/nowhere')).status).toBe(404)
  })
  test('conforms to the contract, with the other tags reported as not implemented', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      codegen,
      'conform',
      baseUrl,
      '--contract',
      contractFile,
      '--key',
      'team-key',
      '--scenario',
      scenario,
      '--requests',
      '50',
    ])
    expect(stdout).toMatch(/^Costs nothing: the backend has no price list/)
    expect(stdout).toMatch(/Not implemented \(501\):\n( {2}\w+\n){13}\n/)
    expect(stdout).toMatch(/\d+ requests, 0 breaches, \d+ operations not implemented, seed \d+\n$/)
  })
})
