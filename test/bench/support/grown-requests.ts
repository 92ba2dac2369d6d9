import type { RowDataPacket } from 'mysql2/promise'
import { glanceAtTasksOfAccount } from '../../../server/src/database/tasks/account-tasks.ts'
import { type BenchAccount, pollRequest, readRequest } from './bench-database.ts'
import type { GrownDatabase } from './grown-database.ts'
import { openClient, type RawHttpClient } from './raw-http-client.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Every read of the contract that could notice the past, of the large account and of others in turn. */
export const reads = [
  'poll of a new task',
  'poll of a task of any age',
  'GET /tasks',
  'GET /tasks by a cursor from the middle',
  'GET /tasks of a day',
  'GET /tasks of a product, of the large account',
  'GET /tasks that succeeded, of the large account',
  'GET /tasks that failed, of the large account',
  'GET /usage',
  'GET /me',
] as const

export async function requestsOf(
  read: (typeof reads)[number],
  made: GrownDatabase,
  port: number,
): Promise<readonly Buffer[]> {
  const dateOf = (days: number): string => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)
  const accounts = [made.large, ...made.callers]
  const ofLarge = (path: string) => [readRequest(made.large, `/api/v1${path}`)]
  const ofAll = (path: string) => accounts.map((account) => readRequest(account, `/api/v1${path}`))
  switch (read) {
    case 'poll of a new task':
      return (await made.findNewest(1_000)).map((task) => pollRequest(task))
    case 'poll of a task of any age':
      return (await made.findSpread(8_000))
        .filter(({ account }) => account.apiKey !== '')
        .map((task) => pollRequest(task))
    case 'GET /tasks':
      return ofAll('/tasks')
    case 'GET /tasks by a cursor from the middle':
      return requestsOfMiddle(made, port)
    case 'GET /tasks of a product, of the large account':
      return ofLarge('/tasks?type=video.generate')
    case 'GET /tasks that succeeded, of the large account':
      return ofLarge('/tasks?status=SUCCEEDED')
    case 'GET /tasks of a day':
      return ofAll(`/tasks?createdFrom=${dateOf(3)}T00:00:00Z&createdBefore=${dateOf(2)}T00:00:00Z`)
    case 'GET /tasks that failed, of the large account':
      return ofLarge('/tasks?status=FAILED')
    case 'GET /usage':
      return ofAll(`/usage?from=${dateOf(30)}&to=${dateOf(0)}`)
    case 'GET /me':
      return ofAll('/me')
  }
}

async function requestsOfMiddle(made: GrownDatabase, port: number): Promise<Buffer[]> {
  const client = await openClient(port)
  const requests: Buffer[] = []
  for (const account of [made.large, ...made.callers])
    requests.push(await requestOfMiddle(made, account, client))
  client.close()
  return requests
}

/** The end of a cursor names the account and the filters; before it is a place, which may be any. */
async function requestOfMiddle(
  made: GrownDatabase,
  account: BenchAccount,
  client: RawHttpClient,
): Promise<Buffer> {
  const response = await client.send(readRequest(account, '/api/v1/tasks?limit=1'), 200)
  const tag = /"nextCursor":"\d+\.[0-9a-z]+\.([^"]+)"/.exec(response)?.[1]
  if (tag === undefined) throw new Error(`no cursor in ${response}`)
  const { accountId } = account
  const [ends] = await made.bare.query<RowDataPacket[]>(
    'select (min(created_at) + max(created_at)) div 2 as middle from tasks where account_id = ?',
    [accountId],
  )
  const before = { createdAtMs: Number(ends[0]?.middle), id: '' }
  const [middle] = await made.database.read((db) =>
    glanceAtTasksOfAccount(db, { accountId, before, limit: 1 }),
  )
  return readRequest(account, `/api/v1/tasks?cursor=${middle?.createdAtMs}.${middle?.id}.${tag}`)
}
