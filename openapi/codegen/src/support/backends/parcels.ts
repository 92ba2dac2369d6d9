import { createContractApp, createContractRouter, type DefaultApi } from './server/index.js'

export const seen: { clerk?: unknown; body?: unknown } = {}

const api = {
  root: async () => ({ root: true }),
  async countParcels({ text = '', since = '' }) {
    if (text === 'broken') throw Object.assign(new Error('A bug'), { status: 418 })
    const count: unknown = text === 'text' ? 'abc' : text === 'less' ? -1 : 3
    return {
      body: { since },
      headers: { 'X-Count': Number(count), ...(text === 'long' && { 'X-Note': 'long' }) },
    }
  },
  async sendParcel(input) {
    seen.body = input.body
    if (input.contentType === 'application/json') return { kind: input.body.kind, weight: input.body.weight }
    if (input.contentType === 'multipart/form-data')
      return { ...input.body, label: input.body.label.bytes.length }
    // @ts-expect-error: a form has no label.
    void input.body.label
    return { ...input.body, contentType: input.contentType, fast: input.fast }
  },
  noteParcel: async ({ body }) => ({ ...body }),
} satisfies DefaultApi

const options = {
  authenticate: {
    staff: async (token: string) => ({ id: token, scopes: token === 'reader' ? ['parcels:read'] : [] }),
    async clerk({ username, password }: { username: string; password: string }) {
      seen.clerk = { username, password }
      return password === 'wrong' ? undefined : { id: username }
    },
  },
  validateResponses: true,
  onFailure: ({ cause }: { cause: unknown }) => void failures.push(cause),
}
export const failures: unknown[] = []
export const app = createContractApp({ defaultApi: api }, options)
export const stripped = createContractApp({ defaultApi: api }, { ...options, basePath: '/' })
export const router = createContractRouter(
  { defaultApi: api },
  { ...options, basePath: '/other', passesOn: () => true },
)

createContractApp(
  { defaultApi: api },
  {
    authenticate: {
      // @ts-expect-error: an operation demands scopes, and says nobody whether the principal has them.
      staff: async (token) => ({ id: token }),
      clerk: options.authenticate.clerk,
    },
  },
)
