import { setImmediate } from 'node:timers/promises'
import { createApiClient } from './client/index.js'
import {
  type BasicCredential,
  createContractApp,
  type EntriesApi,
  type Entry,
  type EventStream,
} from './server/index.js'

const entries = {
  async addEntry({ id, after, ids = [], body }) {
    const { cents, limit, note, ...others } = body
    const sum: bigint = cents + limit + (note ?? 0n)
    const headers = { 'X-Balance': sum }
    if (others.mode === 2) return { body: { cents: 2n ** 63n, limit }, headers }
    return { body: { ...body, sums: { ...body.sums, id, after, last: ids.at(-1) ?? 0n } }, headers }
  },
  async watchEntries({ live = false }, { principals }) {
    const note = BigInt(Object.values(principals).length)
    const entry = { cents: 9007199254740993n, limit: 1n, note }
    return live ? watched({ ...entry, ...{ secret: 'never sent' } }) : [entry]
  },
} satisfies EntriesApi

export const watching = { ended: 0 }
async function* watched(entry: Entry): EventStream<Entry & { place?: number }> {
  try {
    yield { id: '1\nevent: forged', event: 'entry', retry: 10, data: entry }
    for (;;) {
      yield { data: 'two\nlines' }
      await setImmediate()
    }
  } finally {
    watching.ended += 1
  }
}

const known = async (credential: string) => (credential === 'a+b=' ? { id: credential } : undefined)
const authenticate = {
  session: known,
  tenant: known,
  key: known,
  clerk: async ({ username, password }: BasicCredential) => (password === 'ö' ? { id: username } : undefined),
}
export const app = createContractApp(
  { entries },
  { authenticate, validateResponses: true, onFailure: () => {} },
)

/** The note of each entry says how many credentials have arrived. */
export async function credentialsOf(
  baseUrl: string,
  auth: Parameters<typeof createApiClient>[0]['auth'] = {},
) {
  const found = await createApiClient({ baseUrl, auth }).watchEntries({ params: { path: { id: 1 } } })
  return found.ok ? (Array.isArray(found.data) ? found.data[0]?.note : undefined) : found.status
}

/** The first part of what comes event by event; the client then leaves. */
export async function watchedText(baseUrl: string): Promise<string> {
  const client = createApiClient({ baseUrl, auth: { key: async () => 'a+b=' } })
  const found = await client.watchEntries({ params: { path: { id: 1 }, query: { live: true } } })
  if (!found.ok || !(found.data instanceof ReadableStream)) return ''
  const reader = found.data.getReader()
  const decoder = new TextDecoder()
  let text = ''
  while (!text.includes('lines')) text += decoder.decode((await reader.read()).value)
  await reader.cancel()
  return text
}
