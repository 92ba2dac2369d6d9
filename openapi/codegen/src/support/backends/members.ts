import { createContractApp, type DefaultApi, declaredError } from './server/index.js'

export const seen: { added?: unknown } = {}

const api = {
  async addMember({ body }) {
    seen.added = body
    // A row of a database: it has more fields than the response, and its type does not show them.
    const row: object = { ...body, toJSON: () => body }
    const response = Object.assign(row, { name: body.name })
    if (body.name === 'taken') throw declaredError('addMember', 409, response)
    return response
  },
  async listMembers() {
    const team = { title: 'inner', joinCode: 's', members: [{ name: 'a', password: 's' }] }
    const response: { title: string }[] = [
      Object.assign({ title: 'outer', joinCode: 's' }, { teams: [team] }),
    ]
    return response
  },
} satisfies DefaultApi

export const app = createContractApp({ defaultApi: api }, { authenticate: {}, validateResponses: true })

const leaking = { ...api, addMember: async () => ({ name: 'a', password: 'secret' }) } satisfies DefaultApi
// @ts-expect-error: a field that is written only is none of a response.
export const leak = () => createContractApp({ defaultApi: leaking }, { authenticate: {} })
// @ts-expect-error: nor of an error.
export const rejection = () => declaredError('addMember', 409, { name: 'a', password: 'secret' })
