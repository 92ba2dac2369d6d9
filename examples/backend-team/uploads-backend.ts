// A backend of one tag: uploads, kept in memory. Operations of every other tag respond with 501.
import { randomUUID } from 'node:crypto'
import { createContractApp, ServiceError, type Upload, type UploadsApi } from '@mediagen/contract'
import { limits } from '@mediagen/contract/limits'
import express, { Router } from 'express'
import sharp from 'sharp'

const port = Number(process.env.PORT ?? 3000)
const uploads = new Map<string, { accountId: string; upload: Upload; bytes?: Buffer }>()
const unverified = { sizeBytes: null, width: null, height: null, verifiedAt: null, error: null }

function find(accountId: string, id: string) {
  const found = uploads.get(id)
  if (found?.accountId !== accountId) throw new ServiceError('UPLOAD_NOT_FOUND')
  return found
}

const api = {
  async createUpload({ body: { contentType } }, { accountId }) {
    const id = randomUUID()
    const createdAt = new Date().toISOString()
    const expiresAt = new Date(Date.now() + limits.uploadWindowSeconds * 1000).toISOString()
    const upload: Upload = { id, status: 'PENDING', contentType, createdAt, expiresAt, ...unverified }
    uploads.set(id, { accountId, upload })
    return { id, uploadUrl: `http://127.0.0.1:${port}/files/${id}`, method: 'PUT', expiresAt }
  },
  async completeUpload({ assetId }, { accountId }) {
    const { bytes, upload } = find(accountId, assetId)
    if (upload.status !== 'PENDING') return upload
    if (bytes === undefined) throw new ServiceError('UPLOAD_NOT_RECEIVED')
    const image = await sharp(bytes)
      .metadata()
      .catch(() => undefined)
    if (image === undefined)
      return Object.assign(upload, { status: 'INVALID', error: { code: 'UNSUPPORTED_FORMAT' } })
    const sizeBytes = bytes.length
    const verifiedAt = new Date().toISOString()
    return Object.assign(upload, { status: 'READY', sizeBytes, ...image.autoOrient, verifiedAt })
  },
  getUpload: async ({ assetId }, { accountId }) => find(accountId, assetId).upload,
  async deleteUpload({ assetId: id }, { accountId }) {
    const { status, expiresAt } = find(accountId, id).upload
    if (status !== 'READY' && Date.now() < Date.parse(expiresAt))
      throw new ServiceError('UPLOAD_NOT_DELETABLE')
    uploads.delete(id)
    return { id, deleted: true }
  },
} satisfies UploadsApi

const files = Router().put(
  '/files/:id',
  express.raw({ type: () => true, limit: '20mb' }),
  (request, response) => {
    const found = uploads.get(request.params.id)
    if (found !== undefined) found.bytes = request.body
    response.sendStatus(found === undefined ? 403 : 200)
  },
)

// #region serve
const authenticate = { ApiKey: async (apiKey: string) => ({ accountId: apiKey }) }
const pages = { routes: [files], paths: [{ method: 'put', path: '/files/{id}' }] }
const app = createContractApp({ uploads: api }, { authenticate, pages })
app.listen(port, '127.0.0.1', () => console.log(`Listening on http://127.0.0.1:${port}`))
// #endregion serve
