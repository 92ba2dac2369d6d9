import { dataOperations } from './account-data.ts'
import { accountOperations } from './accounts.ts'
import { archiveOperations } from './archives.ts'
import { keyOperations } from './keys.ts'
import type { InputOf, SentInput } from './operation.ts'
import { pauseOperations } from './pauses.ts'
import { serviceOperations } from './service.ts'
import { taskOperations } from './tasks.ts'

/**
 * Every operation of an operator, in the order of the help. The commands, the API of the operator's page and the
 * requests of that page follow from it.
 */
export const operations = [
  ...accountOperations,
  ...keyOperations,
  ...dataOperations,
  ...taskOperations,
  ...pauseOperations,
  ...serviceOperations,
  ...archiveOperations,
] as const

type Rows = (typeof operations)[number]
type CommandOf<Row> = Row extends { readonly command?: infer Command extends string } ? Command : never
type HttpOf<Row> = Row extends { readonly http?: infer Http extends string } ? Http : never

/** What each command gets and prints. */
export type Commands = {
  readonly [Row in Rows as CommandOf<Row>]: {
    readonly input: InputOf<Row['input']>
    readonly view: ViewOf<Row>
  }
}

/** What each request of the operator's page sends and receives. */
export type Requests = {
  readonly [Row in Rows as HttpOf<Row>]: {
    readonly input: SentInput<Row['input']>
    readonly output: ViewOf<Row>
  }
}

type ViewOf<Row extends Rows> = Awaited<ReturnType<Row['run']>>
