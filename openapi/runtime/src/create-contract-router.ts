import type { RequestHandler } from 'express'
import { type ContractAppOptions, contractApp } from './contract-app.js'
import { pathPattern } from './edge/ordered-routes.js'
import type { ExactResponses } from './exact-responses.js'
import type { Apis } from './generated/apis.js'
import { operations } from './generated/operations.js'

type RouterOptions = Omit<ContractAppOptions, 'pages'>

/**
 * The contract as a part of an app that exists. A path that the contract does not have goes on to the next
 * handler, untouched. One that it has is handled here: another method of it with 405, an error in the
 * contract's form. A body that the app has parsed already is taken as it is.
 */
export function createContractRouter<Given extends Partial<Apis>>(
  apis: Given & ExactResponses<Given>,
  ...[options]: object extends RouterOptions ? [options?: RouterOptions] : [options: RouterOptions]
): RequestHandler {
  const app = contractApp(apis, { ...options })
  const patterns = new Set(Object.values(operations).map(({ path }) => pathPattern(path).source))
  const ofContract = new RegExp([...patterns].join('|'))
  return (request, response, next) => {
    const [path = ''] = request.url.split('?')
    if (ofContract.test(path)) app(request, response, next)
    else next()
  }
}
