import { Readable } from 'node:stream'
import { createContractApp, type DefaultApi } from './server/index.js'

export const seen: { upload?: unknown; search?: unknown; replaced?: Uint8Array; scopes?: readonly string[] } =
  {}

const api = {
  async uploadFile({ body }, { principals }) {
    seen.upload = body
    const { file } = body
    return {
      name: file.fileName ?? 'unnamed',
      sizeBytes: file.bytes.length,
      by: principals.key?.id ?? principals.login?.id ?? null,
    }
  },
  async downloadFile({ name, extension }) {
    if (name === 'same') return { status: 304 }
    return {
      status: 200,
      body: extension === 'bin' ? Buffer.from([1, 2, 3]) : Readable.from(['to', 'gether']),
      headers: { 'Content-Type': extension === 'bin' ? 'image/png' : 'text/plain', ETag: '"1"' },
    }
  },
  async replaceFile({ body }) {
    seen.replaced = body
  },
  addNote: async ({ body }) => body.toUpperCase(),
  async search({ body }) {
    seen.search = body
    return { found: body?.limit ?? 0, how: { exactly: true } }
  },
} satisfies DefaultApi

export const app = createContractApp(
  { defaultApi: api },
  {
    authenticate: {
      key: async (key) => (key === 'wrong' ? undefined : { id: key }),
      async login(token, scopes) {
        seen.scopes = scopes
        return { id: token }
      },
    },
  },
)
