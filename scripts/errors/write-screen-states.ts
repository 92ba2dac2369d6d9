// The table of errors in docs/screen-states.md, which `npm run generate` makes after the contract. --check compares.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { curlOf } from '../../openapi/codegen/src/emit/mock-table.ts'
import { readContract } from '../../openapi/codegen/src/read/contract.ts'
import { responseExamples } from '../../openapi/codegen/src/read/examples.ts'
import { operationsOf } from '../../openapi/codegen/src/read/operations.ts'
import { record } from '../../openapi/codegen/src/read/record.ts'
import { projectRoot } from '../set-up/project.mjs'
import { readErrors } from './read-errors.ts'
import { writeGenerated } from './write-generated.ts'

const page = 'docs/screen-states.md'
const start = '<!-- Generated from openapi/errors.yaml by `npm run generate`. Do not edit. -->\n\n'
const end = '\n<!-- -->\n'

writeGenerated(() => {
  const text = readFileSync(join(projectRoot, page), 'utf8')
  const [before = '', rest = ''] = text.split(start)
  const [, after] = rest.split(end)
  if (after === undefined) throw new Error(`${page} has no place for the table of errors`)
  return { [page]: `${before}${start}${errorTable()}${end}${after}` }
})

/** A row for each code that a screen shows, with a response of an order that has it, or else the first of any. */
function errorTable(): string {
  const contract = readContract(join(projectRoot, 'openapi/generated/openapi.json'))
  const responses = operationsOf(contract).flatMap((operation) =>
    operation.responses.flatMap(({ status }) =>
      responseExamples(contract, operation, status).map(({ name, value }) => ({
        operation,
        status,
        name,
        shown: wordsOf(value),
      })),
    ),
  )
  const { requests, tasks, results, uploads } = readErrors()
  const rows = [requests, uploads, tasks, results].flatMap(({ codes }) =>
    Object.entries(codes).flatMap(([code, { screen }]) => {
      if (screen === undefined) return []
      const having = responses.filter(({ shown }) => shown.at(-1) === code)
      const found = having.find(({ operation }) => operation.tag === 'Images') ?? having[0]
      if (found === undefined) throw new Error(`No example of the contract shows ${code}`)
      const { operation, status, name, shown } = found
      const request = curlOf(contract, operation, `code=${status}, example=${name}`)
      return [`| ${screen} | ${[status, ...shown].join(' ')} | \`${request}\` |`]
    }),
  )
  return `| The screen shows | Response | Request |\n|---|---|---|\n${rows.join('\n')}\n`
}

/** The code of an error; of a task or an upload its status, and why it ended so. */
function wordsOf(value: unknown): string[] {
  const { status, code, error, output } = record(value)
  const words = [code, ...(typeof status === 'string' ? [status] : [])]
  const reasons = [record(error).code, record(record(output).removed).code]
  return [...words, ...reasons].filter((word) => typeof word === 'string')
}
