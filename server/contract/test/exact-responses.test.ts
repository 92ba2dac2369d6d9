import type { ExactResponses } from '@mediagen/contract-runtime'
import { describe, expectTypeOf, test } from 'vitest'
import { type AccountApi, type Apis, createContractApp } from '../src/index.js'

const options = { authenticate: { ApiKey: async (apiKey: string) => ({ accountId: apiKey }) } }
const account = { id: 'a', balance: '1.00', currency: 'USD' } as const
/** The tag's other operations, which these tests do not call. */
const others: Omit<AccountApi, 'getAccount'> = Object.create(null)
const leaking = { ...account, passwordHash: 'secret' }

/** Whether the fields of an answer are found out when a value like the given one stands for the other. */
type Found<Body> = ExactResponses<
  { account: { getAccount: () => Promise<Body> } },
  Apis
>['account']['getAccount']

describe('an answer with a field that the contract does not have', () => {
  test('does not compile where the implementation is made with satisfies, in place, or as a class', () => {
    const made = { ...others, getAccount: async () => leaking } satisfies AccountApi
    class Made implements Pick<AccountApi, 'getAccount'> {
      async getAccount() {
        return leaking
      }
    }
    // @ts-expect-error: passwordHash would go out to clients.
    createContractApp({ account: made }, options)
    // @ts-expect-error: the same, written in place.
    createContractApp({ account: { ...others, getAccount: async () => leaking } }, options)
    // @ts-expect-error: the same of a class.
    createContractApp({ account: Object.assign(new Made(), others) }, options)
  })

  test('compiles where a type annotation has hidden what the implementation answers', () => {
    const annotated: AccountApi = { ...others, getAccount: async () => leaking }
    createContractApp({ account: annotated }, options)
  })

  test('does not compile where it is written down under an annotated return type', () => {
    const annotated: AccountApi = {
      ...others,
      // @ts-expect-error: the compiler checks literals for a declared type by itself.
      getAccount: async (): ReturnType<AccountApi['getAccount']> => ({ ...account, passwordHash: 'secret' }),
    }
    createContractApp({ account: annotated }, options)
  })
})

test('an answer whose type says nothing is let through, as the compiler does', () => {
  // biome-ignore lint/suspicious/noExplicitAny: what JSON.parse answers, for example.
  expectTypeOf<Found<any>>().toEqualTypeOf<unknown>()
})
