import { reasonOf } from '../codegen/src/conform/response-text.ts'
import type { Session, TestResponse } from '../codegen/src/conform/scenario.ts'
import type { TestRequest } from '../codegen/src/conform/test-request.ts'
import { record } from '../codegen/src/read/record.ts'

/** A PNG of one colour. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAAAwCAIAAAAuKetIAAAAQ0lEQVR42u3PQQkAAAgEsItjJjMZ2gp+hcEKLNXzWgQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQErhafqKi1Cbnq4QAAAABJRU5ErkJggg==',
  'base64',
)
const widthPx = 64
const heightPx = 48
const putMsMax = 30_000
const json = { 'Content-Type': 'application/json' }

/**
 * An upload from its reservation to READY, and one that is not an image. Resolves to the id of the READY one;
 * to undefined if there is none.
 */
export async function checkUploads(session: Session): Promise<string | undefined> {
  await checkRejected(session)
  for (const contentType of ['image/jpeg', 'image/webp'])
    await session.send(`createUpload of ${contentType}`, reservation(contentType), { status: 200 })
  const asked = reservation('image/png')
  const reserved = await session.send('createUpload', asked, { status: 200 })
  if (reserved?.status !== 200) return undefined
  const { id } = record(reserved.body)
  const assetId = String(id)
  const read = { method: 'GET', path: `/api/v1/uploads/${encodeURIComponent(assetId)}` }
  const complete = completion(assetId)
  const status = (expected: string) => ({
    status: 200,
    faults: (response: TestResponse) => statusFaults(response, expected),
  })

  await session.send('getUpload of a reserved upload', read, status('PENDING'))
  await session.send('completeUpload before the bytes', complete, {
    status: 400,
    code: 'UPLOAD_NOT_RECEIVED',
  })
  const bytes = picture
  const fault = await put(session, reserved, 'image/png', bytes)
  if (fault !== undefined) {
    session.breach('the upload URL', asked, [fault])
    return undefined
  }
  const verified = await session.send('completeUpload', complete, {
    status: 200,
    faults: (response) => [...statusFaults(response, 'READY'), ...measureFaults(response, bytes.length)],
  })
  const again = await session.send(
    'completeUpload again',
    { ...complete, headers: json, body: '{}' },
    status('READY'),
  )
  const now = await session.send('getUpload of a verified upload', read, status('READY'))
  for (const later of [again, now])
    if (later !== undefined && JSON.stringify(later.body) !== JSON.stringify(verified?.body))
      session.breach('getUpload of a verified upload', read, ['differs from the first verdict'])
  return record(verified?.body).status === 'READY' ? assetId : undefined
}

async function checkRejected(session: Session): Promise<void> {
  const reserved = await session.send('createUpload', reservation('image/png'), { status: 200 })
  if (reserved?.status !== 200) return
  const text = Buffer.from('Not an image, and longer than the smallest file allowed.')
  if ((await put(session, reserved, 'image/png', text)) !== undefined) return
  const asked = completion(String(record(reserved.body).id))
  await session.send('completeUpload of a text', asked, {
    status: 200,
    faults: (response) => statusFaults(response, 'INVALID'),
  })
}

/** Deletes a READY upload, which is unknown from then on. */
export async function checkUploadDeletion(session: Session, assetId: string): Promise<void> {
  const path = `/api/v1/uploads/${encodeURIComponent(assetId)}`
  const deleted = await session.send('deleteUpload', { method: 'DELETE', path }, { status: 200 })
  if (deleted?.status !== 200) return
  for (const method of ['GET', 'DELETE'])
    await session.send(
      `${method} of a deleted upload`,
      { method, path },
      {
        status: 404,
        code: 'UPLOAD_NOT_FOUND',
      },
    )
}

function reservation(contentType: string): TestRequest {
  return {
    method: 'POST',
    path: '/api/v1/uploads',
    headers: json,
    body: JSON.stringify({ contentType }),
  }
}

function completion(assetId: string): TestRequest {
  return { method: 'POST', path: `/api/v1/uploads/${encodeURIComponent(assetId)}/complete` }
}

/** Sends the bytes as the reservation demands; resolves to the error, if any. */
async function put(
  session: Session,
  reserved: TestResponse,
  contentType: string,
  bytes: Buffer,
): Promise<string | undefined> {
  const { uploadUrl } = record(reserved.body)
  try {
    const response = await fetch(new URL(String(uploadUrl), session.baseUrl), {
      method: 'PUT',
      headers: { 'Content-Type': contentType },
      body: new Uint8Array(bytes),
      signal: AbortSignal.timeout(putMsMax),
    })
    await response.body?.cancel()
    return response.ok ? undefined : `PUT to ${String(uploadUrl)} responded with ${response.status}`
  } catch (error) {
    return `PUT to ${String(uploadUrl)} failed: ${reasonOf(error)}`
  }
}

function statusFaults({ body }: TestResponse, expected: string): string[] {
  const { status } = record(body)
  return status === expected ? [] : [`status is ${String(status)}, not ${expected}`]
}

function measureFaults({ body }: TestResponse, sizeBytes: number): string[] {
  return Object.entries({ sizeBytes, width: widthPx, height: heightPx })
    .filter(([name, value]) => record(body)[name] !== value)
    .map(([name, value]) => `${name} is ${String(record(body)[name])}, not ${value}`)
}
