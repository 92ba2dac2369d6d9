import { Readable } from 'node:stream'
import { createApiClient } from './client/index.js'
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
        return { id: token, scopes: token === 'reader' ? [] : ['files:write'] }
      },
    },
  },
)

/** What a caller gets who says nothing of media types; each response has the type that the contract declares. */
export async function callWithClient(baseUrl: string): Promise<string[]> {
  const client = createApiClient({ baseUrl })
  const file = new File(['123'], 'a.png', { type: 'image/png' })
  const form = await client.uploadFile({
    body: { file, previews: [new Blob(['1']), new Blob(['2'])], count: 2, details: { title: 'a b' } },
  })
  const note = await client.addNote({ body: 'a' })
  const refused = await client.addNote({ body: 'longer than ten' })
  const found = await client.search({ body: { q: 'a&b', limit: 3, kinds: ['x', 'y'] } })
  const bytes = await client.replaceFile({ params: { path: { name: 'a', extension: 'bin' } }, body: file })
  const text: string = note.ok && note.status === 200 ? note.data : ''
  // The range and `default` are statuses that `ok` knows, and errors of their own types.
  const missing: 404 | undefined = !found.ok && found.status === 404 ? found.status : undefined
  const failed: Record<string, never> | undefined = refused.status === 200 ? undefined : refused.error
  return [
    form.ok ? `${form.data.name} of ${form.data.sizeBytes}` : '',
    text,
    refused.ok ? '' : `${refused.status} ${typeof failed} ${missing}`,
    found.ok ? JSON.stringify(found.data) : '',
    String(bytes.status),
  ]
}
