import type { Express } from 'express'
import type { Contract, ContractTypes } from './contract.ts'
import { contractApp, type EdgeOptions } from './contract-app.ts'
import { withBasePath } from './edge/base-path.ts'
import type { Authenticating, StepDependencies, StepOptions } from './edge/operation-steps.ts'
import { pathPattern } from './edge/paths.ts'
import type { ExactResponses } from './exact-responses.ts'
import type { Handler } from './handlers.ts'

/** The options of a contract's app. */
export type AppOptions<Types extends ContractTypes> = EdgeOptions & StepOptions<Types> & Authenticating<Types>

type RouterOptions<Types extends ContractTypes> = Omit<AppOptions<Types>, 'pages'>

/** Options that may be left out if each of them may. */
type Optionally<Options> = object extends Options ? [options?: Options] : [options: Options]

/** What serves one contract. */
export interface ContractServer<Types extends ContractTypes> {
  /**
   * The contract as an Express app that does not listen yet. It rejects requests that break the contract and
   * calls `apis` with those that meet it; the operations of a missing tag respond with 501. Keeps no state
   * beyond its arguments. An implementation made with `satisfies` does not compile where a response has a field
   * too many; one under a type annotation does.
   */
  createContractApp<Given extends Partial<Types['apis']>>(
    apis: Given & ExactResponses<Given, Types['apis']>,
    ...options: Optionally<AppOptions<Types>>
  ): Express
  /**
   * The contract as a part of an app that exists. A path that the contract does not have goes on to the next
   * handler, untouched. One that it has is handled here: another method of it with 405, an error in the
   * contract's form. A body that the app has parsed already is taken as it is.
   */
  createContractRouter<Given extends Partial<Types['apis']>>(
    apis: Given & ExactResponses<Given, Types['apis']>,
    ...options: Optionally<RouterOptions<Types>>
  ): Handler
}

/** What serves a contract, from what was generated of it. */
export function contractServer<Types extends ContractTypes>(
  contract: Contract<Types>,
): ContractServer<Types> {
  const createContractApp = (apis: object, options: EdgeOptions & StepDependencies = {}) =>
    contractApp(contract, apis, options)
  return {
    createContractApp,
    createContractRouter(apis: object, options?: EdgeOptions & StepDependencies) {
      const app = createContractApp(apis, options)
      const { operations } = withBasePath(contract, options?.basePath)
      const patterns = new Set(Object.values(operations).map(({ path }) => pathPattern(path).source))
      const ofContract = new RegExp([...patterns].join('|'))
      return (request, response, next) => {
        const [path = ''] = request.url.split('?')
        if (ofContract.test(path)) app(request, response, next)
        else next()
      }
    },
  } as ContractServer<Types>
}
