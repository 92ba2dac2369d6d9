import { createContractApp, type DefaultApi, refuse } from './server/index.js'

export const seen: { added?: unknown } = {}

const api = {
  async addMember({ body }) {
    seen.added = body
    // A row of a database: it has more than an answer, and its type says nothing of that.
    const row: object = { ...body, toJSON: () => body }
    const answer = Object.assign(row, { name: body.name })
    if (body.name === 'taken') throw refuse('addMember', 409, answer)
    return answer
  },
  async listMembers() {
    const team = { title: 'inner', joinCode: 's', members: [{ name: 'a', password: 's' }] }
    const answer: { title: string }[] = [Object.assign({ title: 'outer', joinCode: 's' }, { teams: [team] })]
    return answer
  },
} satisfies DefaultApi

export const app = createContractApp({ defaultApi: api }, { authenticate: {} })

const leaking = { ...api, addMember: async () => ({ name: 'a', password: 'secret' }) } satisfies DefaultApi
// @ts-expect-error: a field that is written only is none of an answer.
export const leak = () => createContractApp({ defaultApi: leaking }, { authenticate: {} })
// @ts-expect-error: nor of a refusal.
export const refusal = () => refuse('addMember', 409, { name: 'a', password: 'secret' })
