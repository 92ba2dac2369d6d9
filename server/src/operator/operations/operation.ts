import type { Administration } from '../administration.ts'
import type { Field, Fields } from './fields.ts'

type Place = `${'GET' | 'POST'} /${string}`

/** What `run` gets: each field, parsed. */
export type InputOf<Of extends Fields> = {
  readonly [Name in keyof Of]: Of[Name] extends Field<infer Value> ? Value : never
}

/**
 * What an operator can do. Its command has the arguments and options of its fields. Its request has the fields that
 * `http` names in the path, the idempotency key in a header, and the rest as the query of a GET or the body of a POST.
 */
export interface Operation<Command extends string, Http extends Place, Of extends Fields, View> {
  /** The name of its command; for an action that is recorded, the name in the audit table. */
  readonly command?: Command
  readonly help?: string
  /** Where the API of the operator's page has it. */
  readonly http?: Http
  readonly input: Of
  /** Of an operation that changes what it is given: how a command is told that it was given nothing. */
  readonly nothing?: string
  /** The same for a spreadsheet, line by line, where the input asks for it by `format`. */
  csv?(view: View): readonly string[]
  /** Whether concurrent requests share a response, because a second one would only slow down the first. */
  readonly isShared?: boolean
  /** Returns what `--json` prints and the page receives: texts, numbers and flags alone, amounts exact, times ISO 8601. */
  run(operator: Administration, input: InputOf<Of>): Promise<View>
}

export function operation<
  Of extends Fields,
  View,
  const Command extends string = never,
  const Http extends Place = never,
>(row: Operation<Command, Http, Of, View>): Operation<Command, Http, Of, View> {
  return row
}

/** Any row of the table, for what reads all of it. */
export type AnyOperation = Operation<string, Place, Fields, unknown>

/** A request's text, flag, or null in place of what it removes. */
type Sent<Value> = Value extends boolean | null | undefined ? Value : string

type IsOptional<Name, Value> = undefined extends Value
  ? Name extends 'idempotencyKey'
    ? false
    : true
  : false

/** What a request has for these fields. */
export type SentInput<Of extends Fields, Input = InputOf<Of>> = {
  readonly [Name in keyof Input as IsOptional<Name, Input[Name]> extends true ? never : Name]: NonNullable<
    Sent<Input[Name]>
  >
} & {
  readonly [Name in keyof Input as IsOptional<Name, Input[Name]> extends true ? Name : never]?: Sent<
    Input[Name]
  >
}
