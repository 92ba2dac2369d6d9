import {
  type CatalogueApi,
  createContractApp,
  declaredError,
  type LookupApi,
  type OrdersApi,
} from './server/index.js'

export const seen: { order?: unknown; search?: unknown } = {}

const orders = {
  async ordersCreate({ body }) {
    seen.order = body
    switch (body.payment.method) {
      case 'bank':
        return { status: 202, body: { ticket: 't' }, headers: { 'Retry-After': 30 } }
      case 'card':
        return { status: 201, body: { id: '1', total: 9.5, payment: body.payment } }
      default:
        throw declaredError('ordersCreate', 402, {
          error: { code: 'EXPIRED', message: 'The voucher is too old.' },
        })
    }
  },
} satisfies OrdersApi
const catalogue = {
  saveCategories: async ({ body }) => body,
  async searchCategories(input) {
    seen.search = input
    return ['a']
  },
} satisfies CatalogueApi
const lookup = { getCategoriesClass: async ({ class: name }) => ({ name }) } satisfies LookupApi

const authenticate = async (credential: string) => (credential === 'wrong' ? undefined : { id: credential })
export const app = createContractApp(
  { orders, catalogue, lookup },
  { authenticate: { session: authenticate, csrf: authenticate } },
)
