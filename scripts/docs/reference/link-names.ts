import { type Contract, operationsOf } from './contract.ts'

/** A text in which each error code, and each call such as `GET /api/v1/me`, is a link to its page. */
export function linkNames(contract: Contract, text: string): string {
  const pages = new Map(
    operationsOf(contract).map(({ method, path, operationId }) => [
      withoutNames(`${method.toUpperCase()} ${path}`),
      `/api/${operationId}`,
    ]),
  )
  for (const code of Object.keys(contract['x-error-statuses'])) pages.set(code, `/errors/${code}`)
  return text.replaceAll(/`([A-Z_]+(?: \/[^`?]*)?)`/g, (code, name: string) => {
    const page = pages.get(withoutNames(name))
    return page === undefined ? code : `[${code}](${page})`
  })
}

/** Texts may call the parameters of a path otherwise than the contract. */
function withoutNames(call: string): string {
  return call.replaceAll(/\{\w+\}/g, '{}')
}
