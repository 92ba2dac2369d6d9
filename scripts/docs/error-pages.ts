import { readFile } from 'node:fs/promises'
import { ApiError, Mediagen } from '@mediagen/sdk'
import { type EndFacts, type ErrorFacts, type RequestError, readErrors } from '../errors/read-errors.ts'
import { projectRoot } from '../set-up/project.mjs'
import type { Page } from './page.ts'
import { sdkCall } from './reference/client-samples.ts'
import { operationsOf, readContract } from './reference/contract.ts'
import { exampleCall } from './reference/samples.ts'

interface Contract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly examples: Readonly<Record<string, { readonly value: unknown }>>
    readonly responses: Readonly<Record<string, Answer>>
  }
}
interface Operation {
  readonly operationId: string
  readonly responses: Readonly<Record<string, { readonly $ref?: string } & Answer>>
}
interface Answer {
  readonly content?: Readonly<
    Record<string, { readonly examples?: Readonly<Record<string, { readonly $ref?: string }>> }>
  >
}

/** A kind of error code: where it occurs, its codes, and what the page of each says beside its facts. */
interface Kind {
  readonly title: string
  readonly where: string
  readonly codes: Readonly<Record<string, PageFacts>>
}
type PageFacts = ErrorFacts & {
  readonly wasICharged: string
  readonly retry: string
  /** What a program sees. */
  readonly seen: readonly string[]
  /** A call of the SDK that may throw, and the class of the error; undefined if no operation has the error. */
  readonly thrown: Thrown | undefined
}
interface Thrown {
  readonly call: string
  readonly name: string
}

/**
 * A page for each error code of openapi/errors.yaml, and the list of all; examples are the contract's.
 */
export async function errorPages(): Promise<Page[]> {
  const contract: Contract = JSON.parse(
    await readFile(`${projectRoot}/openapi/generated/openapi.json`, 'utf8'),
  )
  const { requests, tasks, results, uploads } = readErrors()
  const kinds: Kind[] = [
    {
      title: 'Errors of requests',
      where: 'in the `code` of an error response',
      codes: await requestFacts(contract, requests.codes),
    },
    {
      title: 'Errors of tasks',
      where: 'in the `error.code` of a task with status `FAILED`',
      codes: withFacts(tasks.codes, {
        wasICharged: 'No. The full price was refunded when the task failed.',
        seen: ['The SDK throws a `TaskFailedError` with this `code` from `wait()`.'],
        thrown: { call: 'generation.wait()', name: 'TaskFailedError' },
      }),
    },
    {
      title: 'Removed results',
      where: 'in the `output.removed.code` of a task with status `SUCCEEDED`',
      codes: withFacts(results.codes, {
        wasICharged: 'Yes, when the task succeeded. The removal changes nothing about that.',
        seen: ['The SDK throws a `ResultRemovedError` with this `code` from `wait()` and from downloads.'],
        thrown: { call: 'generation.wait()', name: 'ResultRemovedError' },
      }),
    },
    {
      title: 'Errors of uploads',
      where: 'in the `error.code` of an upload with status `INVALID` or `EXPIRED`',
      codes: withFacts(uploads.codes, {
        wasICharged: 'No. Uploads are free.',
        seen: ['The SDK throws an `UploadRejectedError` with this `code`.'],
        thrown: {
          call: "client.images.transform({ file, effectId: 'noir' })",
          name: 'UploadRejectedError',
        },
      }),
    },
  ]
  const pages = kinds.flatMap(({ where, codes }) =>
    Object.entries(codes).map(([code, facts]) => ({
      path: `errors/${code}.md`,
      text: errorPage(code, where, facts, exampleOf(contract, code)),
    })),
  )
  return [{ path: 'errors/index.md', text: listPage(kinds) }, ...pages]
}

/** First what happened and what to do about it, then the questions that remain, and at the end what a program sees. */
function errorPage(
  code: string,
  where: string,
  { title, happened, more, do: toDo, how, wasICharged, retry, seen, thrown }: PageFacts,
  example: unknown,
): string {
  const shown = example === undefined ? '' : `\n\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\`\n`
  return `---
title: "${code}: ${title}"
pageClass: error-page
---

# ${title} \`${code}\`

${sentences(happened, more)}

**What to do:** ${sentences(toDo, how)}

## Was I charged?

${wasICharged}

## May I send it again?

${retry}

## In a program

You find this code ${where}. ${seen.join(' ')} [Errors](/guides/errors) shows how to handle it.
${thrown === undefined ? '' : catchExample(code, thrown)}${shown}
[All error codes](/errors/)
`
}

/** Catches this error alone: a class may stand for several codes. */
function catchExample(code: string, { call, name }: Thrown): string {
  return `
\`\`\`ts
import { ${name} } from '@mediagen/sdk'

try {
  await ${call}
} catch (error) {
  if (!(error instanceof ${name}) || error.code !== '${code}') throw error
  console.error(error.message)
}
\`\`\`
`
}

function sentences(first: string, rest: string | undefined): string {
  return rest === undefined ? `${first}.` : `${first}. ${rest}`
}

function listPage(kinds: readonly Kind[]): string {
  const sections = kinds.map(({ title, where, codes }) => {
    const rows = Object.entries(codes).map(
      ([code, { title, retry }]) => `| [\`${code}\`](/errors/${code}) | ${title} | ${retry} |`,
    )
    return `## ${title}

Each stands ${where}.

| Code | What happened | May I send it again? |
|---|---|---|
${rows.join('\n')}
`
  })
  return `# Error codes

Every error code has a page at \`/docs/errors/CODE\`, which tells what happened, whether you were charged and what to do. A code
is never renamed, so its address stays. [Errors](/guides/errors) shows how a program handles them.

${sections.join('\n')}`
}

/** Every code with what all of its kind share. */
function withFacts(
  codes: Readonly<Record<string, EndFacts>>,
  shared: Pick<PageFacts, 'wasICharged' | 'seen' | 'thrown'>,
): Record<string, PageFacts> {
  return Object.fromEntries(Object.entries(codes).map(([code, facts]) => [code, { ...facts, ...shared }]))
}

const money: Readonly<Record<string, string>> = {
  nothing: 'No. A refused request reserves nothing.',
  free: 'No. Only an accepted order costs anything.',
}

/**
 * The status, the operations that return it, and the SDK's error class: determined by running the SDK itself.
 */
async function requestFacts(
  contract: Contract,
  codes: Readonly<Record<string, RequestError>>,
): Promise<Record<string, PageFacts>> {
  const calls = new Map(
    operationsOf(readContract()).map((operation) => [operation.operationId, sdkCall(exampleCall(operation))]),
  )
  const entries = Object.entries(codes).map(async ([code, facts]) => {
    const { status, charged } = facts
    const operations = operationsWith(contract, code)
    const { name, retryable } = await thrownBySdk(code, status)
    const seen = [
      `The status of the response is ${status}.`,
      `The SDK throws ${/^[AEIOU]/.test(name) ? 'an' : 'a'} \`${name}\`, whose \`retryable\` is \`${retryable}\`.`,
      operations.length === 0
        ? 'It belongs to no operation.'
        : `Operations that may answer it: ${operations.map(linkOf).join(', ')}.`,
    ]
    const call = calls.get(operations[0] ?? '')
    const thrown = call === undefined ? undefined : { call, name }
    const retry = retryable ? 'Yes, after `Retry-After`.' : 'No. The same request is refused again.'
    return [code, { retry, ...facts, wasICharged: money[charged] ?? charged, seen, thrown }] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

function linkOf(operationId: string): string {
  return `[\`${operationId}\`](/api/${operationId})`
}

async function thrownBySdk(code: string, status: number): Promise<ApiError> {
  const body = { status, code, message: '', requestId: 'docs' }
  const fetch = async () => Response.json(body, { status })
  const client = new Mediagen({ apiKey: 'any', baseUrl: 'http://localhost', maxRetries: 0, fetch })
  const error: unknown = await client.account().catch((reason: unknown) => reason)
  if (!(error instanceof ApiError)) throw new Error(`The SDK does not know ${code}`, { cause: error })
  return error
}

/** The operations with an example of this code. */
function operationsWith(contract: Contract, code: string): string[] {
  return Object.values(contract.paths)
    .flatMap((path) => Object.values(path))
    .filter(({ responses }) =>
      Object.values(responses).some((response) => {
        const { content } = contract.components.responses[nameOf(response.$ref)] ?? response
        const examples = Object.values(content?.['application/json']?.examples ?? {})
        return examples.some(({ $ref }) => hasCode(contract.components.examples[nameOf($ref)]?.value, code))
      }),
    )
    .map(({ operationId }) => operationId)
}

function exampleOf({ components }: Contract, code: string): unknown {
  return Object.values(components.examples).find(({ value }) => hasCode(value, code))?.value
}

/** Whether this is an error response with the code, or a task or an upload that ended with it. */
function hasCode(value: unknown, code: string): boolean {
  if (typeof value !== 'object' || value === null) return false
  if ('code' in value) return value.code === code
  return 'error' in value && hasCode(value.error, code)
}

function nameOf(reference: string | undefined): string {
  return reference?.split('/').at(-1) ?? ''
}
