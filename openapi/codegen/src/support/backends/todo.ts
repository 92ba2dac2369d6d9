import { type ApiClient, createApiClient, dataOf } from './client/index.js'
import {
  createContractApp,
  declaredError,
  type Item,
  type ListItemsInput,
  type TodoItemsApi,
} from './server/index.js'

/** The input of the last call of each method, as the backend saw it. */
export const seen: { listItems?: ListItemsInput; created?: unknown; urgent?: boolean } = {}
const items = new Map<string, Item>()
let nextId = 1

const api = {
  async listItems(input) {
    seen.listItems = input
    return {
      body: { items: [...items.values()].slice(0, input.pageSize), page: input.page },
      headers: { 'X-Total-Count': items.size, 'X-Has-More': items.size > input.pageSize },
    }
  },
  async createItem({ listId, body }, { principals }) {
    seen.created = body
    const id = `00000000-0000-4000-8000-${String(nextId++).padStart(12, '0')}`
    // Fields with a default are there, at every depth: these lines do not compile otherwise.
    const { priority, subtasks = [] }: { priority: number; subtasks?: { done: boolean }[] } = body
    seen.urgent = priority > 5 && subtasks.some(({ done }) => !done)
    const item: Item = { ...body, id }
    items.set(id, item)
    return {
      body: item,
      headers: { Location: `/lists/${listId}/items/${id}?by=${principals.token?.id ?? ''}` },
    }
  },
  async getItem({ itemId }) {
    const item = items.get(itemId)
    if (item === undefined)
      throw declaredError('getItem', 404, { type: '/no-item', title: 'There is no such item.', status: 404 })
    return item
  },
  async hasItem({ itemId }) {
    if (!items.has(itemId)) throw declaredError('hasItem', 404, undefined)
    return { body: undefined, headers: { 'X-Version': 3 } }
  },
  async deleteItem({ itemId }) {
    if (!items.delete(itemId))
      throw declaredError('deleteItem', 404, {
        type: '/no-item',
        title: 'There is no such item.',
        status: 404,
      })
  },
  async reorder({ body }) {
    return body.length > 2 ? { status: 202 } : { status: 200, body: body.toReversed() }
  },
} satisfies TodoItemsApi

const options = {
  authenticate: {
    token: async (token: string) => (token === 'wrong' ? undefined : { id: `owner of ${token}` }),
  },
}
export const app = createContractApp({ todoItems: api }, options)

/** What a caller writes with the generated client: distinguished by status, typed by it. */
export async function callWithClient(baseUrl: string): Promise<string[]> {
  const client: ApiClient = createApiClient({ baseUrl, headers: { Authorization: 'Bearer me' } })
  const params = { path: { 'list-id': 1 } }
  const made = await dataOf(client.createItem({ params, body: { title: 'first' } }))
  const page = await client.listItems({ params: { ...params, query: { status: ['open', 'done'], page: 1 } } })
  const missing = await client.getItem({
    params: { path: { 'list-id': 1, itemId: '00000000-0000-4000-8000-000000009999' } },
  })
  const results: string[] = [made.title]
  if (page.ok) results.push(String(page.data.items.length))
  if (missing.status === 404) results.push(missing.error.title)
  // @ts-expect-error: an operation has the responses that it declares, and 409 is none of them.
  if (missing.status === 409) results.push('conflict')
  // @ts-expect-error: a title is required.
  const rejected = await client.createItem({ params, body: {} })
  results.push(String(rejected.status))
  return results
}

// @ts-expect-error: a method that is missing does not compile.
export const incomplete: TodoItemsApi = { getItem: api.getItem }
/** What responses may leave out is not filled in: a default is for requests. */
export const sparse: Item = { id: 'a', title: 'without a priority' }
// @ts-expect-error: a header that the contract requires has to be there.
export const headerless: TodoItemsApi['listItems'] = async () => ({
  body: { items: [], page: 1 },
  headers: {},
})
// @ts-expect-error: a status that the operation does not declare.
export const undeclared = () => declaredError('getItem', 409, { type: '', title: '', status: 409 })
const leaking = {
  ...api,
  getItem: async () => ({ id: 'a', title: 'b', subtasks: [{ title: 'c', owner: 'secret' }] }),
} satisfies TodoItemsApi
// @ts-expect-error: a field that the contract does not have, deep in a response.
export const leak = () => createContractApp({ todoItems: leaking }, options)
