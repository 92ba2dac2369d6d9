import { createContractApp, type DefaultApi, declaredError } from './server/index.js'

const api = {
  async listBooks() {
    throw new Error('A bug.')
  },
  async addBook({ body }) {
    if (body.title === 'known') throw declaredError('addBook', 409, { type: '/known', title: 'It is known.' })
    return [body]
  },
  order: async ({ body }) => {
    if (body.title === 'bug') throw new Error('A bug.')
    return [body]
  },
} satisfies DefaultApi

const options = {
  authenticate: { key: async (key: string) => (key === 'wrong' ? undefined : { id: key }) },
  onFailure: () => undefined,
}
export const app = createContractApp({ defaultApi: api }, options)
export const unimplemented = createContractApp({}, options)
