import type { Page } from '../page.ts'
import { type Contract, type Operation, operationsOf, readContract } from './contract.ts'
import { linkNames } from './link-names.ts'
import { operationPage } from './operation-page.ts'

/** The API reference: what the contract says of all operations, and a page for each of them. */
export function apiPages(): Page[] {
  const contract = readContract()
  const operations = operationsOf(contract)
  const titles = new Map(operations.map(({ operationId, summary }) => [operationId, summary]))
  return [
    { path: 'api/index.md', text: overview(contract, operations) },
    ...operations.map((operation) => operationPage(contract, operation, titles)),
  ]
}

function overview(contract: Contract, operations: readonly Operation[]): string {
  const groups = contract.tags.map(({ name, description }) => {
    const rows = operations
      .filter(({ tags }) => tags[0] === name)
      .map(
        (operation) =>
          `| ${anchor(operation)}[${operation.summary}](/api/${operation.operationId}) | ${operation.method.toUpperCase()} \`${operation.path}\` |`,
      )
    return `### ${name}\n\n${description}\n\n| Operation | Request |\n|---|---|\n${rows.join('\n')}\n`
  })
  // The contract's headings begin at the level of a title.
  const description = linkNames(contract, contract.info.description.replaceAll(/^#/gm, '##'))
  return `---
description: Every operation of the API with its fields, responses, errors and samples.
pageClass: api-page
---

# API reference

${description.trim()}

## Operations

Programs read the contract itself, in OpenAPI 3.1: <a href="/openapi.json" target="_self">/openapi.json</a>.

${groups.join('\n')}`
}

/** By this fragment a link leads to the operation, whatever the page looks like. */
function anchor({ tags, method, path }: Operation): string {
  return `<span id="tag/${tags[0]?.toLowerCase()}/${method.toUpperCase()}${path}"></span>`
}
