import { readFile } from 'node:fs/promises'
import { ApiError, Mediagen } from '@mediagen/sdk'
import { projectRoot } from '../set-up/project.mjs'
import type { ErrorText, RequestErrorText } from './errors/error-text.ts'
import { removedResults } from './errors/removed-results.ts'
import { requestErrors } from './errors/request-errors.ts'
import { taskErrors } from './errors/task-errors.ts'
import { uploadErrors } from './errors/upload-errors.ts'
import type { Page } from './page.ts'

interface Contract {
  readonly info: { readonly description: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly examples: Readonly<Record<string, { readonly value: unknown }>>
    readonly responses: Readonly<Record<string, Answer>>
  }
  readonly 'x-error-statuses': Readonly<Record<string, number>>
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

/** A kind of error code: where it occurs, its texts, and what else its page says. */
interface Kind {
  readonly title: string
  readonly where: string
  readonly texts: Readonly<Record<string, ErrorText>>
  readonly facts: (code: string) => Promise<string[]> | string[]
}

/**
 * A page for each error code of the contract, and the list of all; examples and statuses are the contract's.
 */
export async function errorPages(): Promise<Page[]> {
  const contract: Contract = JSON.parse(
    await readFile(`${projectRoot}/openapi/generated/openapi.json`, 'utf8'),
  )
  const kinds: Kind[] = [
    {
      title: 'Errors of requests',
      where: 'in the `code` of an error response',
      texts: await requestTexts(contract),
      facts: (code) => requestFacts(contract, code),
    },
    {
      title: 'Errors of tasks',
      where: 'in the `error.code` of a task with status `FAILED`',
      texts: taskErrors,
      facts: () => ['The SDK throws a `TaskFailedError` with this `code` from `wait()`.'],
    },
    {
      title: 'Removed results',
      where: 'in the `output.removed.code` of a task with status `SUCCEEDED`',
      texts: removedResults,
      facts: () => [
        'The SDK throws a `ResultRemovedError` with this `code` from `wait()` and from downloads.',
      ],
    },
    {
      title: 'Errors of uploads',
      where: 'in the `error.code` of an upload with status `INVALID` or `EXPIRED`',
      texts: uploadErrors,
      facts: () => ['The SDK throws an `UploadRejectedError` with this `code`.'],
    },
  ]
  const pages = kinds.flatMap((kind) =>
    Object.entries(kind.texts).map(async ([code, text]) => ({
      path: `errors/${code}.md`,
      text: errorPage(code, kind.where, text, await kind.facts(code), exampleOf(contract, code)),
    })),
  )
  return [{ path: 'errors/index.md', text: listPage(kinds) }, ...(await Promise.all(pages))]
}

/** First what happened and what to do about it, then the questions that remain, and at the end what a program sees. */
function errorPage(
  code: string,
  where: string,
  { title, whatHappened, wasICharged, whatToDo, retry }: ErrorText,
  facts: readonly string[],
  example: unknown,
): string {
  const shown = example === undefined ? '' : `\n\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\`\n`
  return `---
title: "${code}: ${title}"
pageClass: error-page
---

# ${title} \`${code}\`

${whatHappened}

**What to do:** ${whatToDo}

## Was I charged?

${wasICharged}

## May I send it again?

${retry}

## In a program

You find this code ${where}. ${facts.join(' ')} [Errors](/guides/errors) shows how to handle it.
${shown}
[All error codes](/errors/)
`
}

function listPage(kinds: readonly Kind[]): string {
  const sections = kinds.map(({ title, where, texts }) => {
    const rows = Object.entries(texts).map(
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

/** The text of each code in the contract's table: of our own page, and the contract's where that says no more. */
async function requestTexts(contract: Contract): Promise<Record<string, ErrorText>> {
  const known: Readonly<Record<string, RequestErrorText>> = requestErrors
  const entries = Object.entries(contract['x-error-statuses']).map(async ([code, status]) => {
    const operations = operationsWith(contract, code)
    const isFree = operations.length > 0 && operations.every((name) => !takesMoney(contract, name))
    const { retryable } = await thrownBySdk(code, status)
    const text = {
      wasICharged: isFree ? 'No. This operation is free.' : 'No. A refused request reserves nothing.',
      retry: retryable ? 'Yes, after `Retry-After`.' : 'No. The same request is refused again.',
      ...(known[code] ?? tableText(contract, code)),
    }
    return [code, text] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

/** The row of a code in the contract's description. */
function tableText({ info }: Contract, code: string): RequestErrorText {
  const row = new RegExp(`^\\| \`${code}\` \\| \\d+ \\| (.*) \\| (.*) \\|$`, 'm').exec(info.description)
  const [, whatHappened, whatToDo] = row ?? []
  if (whatHappened === undefined || whatToDo === undefined)
    throw new Error(`The contract's table has no row for ${code}`)
  return {
    title: whatHappened.replaceAll('`', ''),
    whatHappened: `${whatHappened}.`,
    whatToDo: `${whatToDo}.`,
  }
}

/** Whether an operation reserves money: it fails with 402 if there is too little. */
function takesMoney({ paths }: Contract, operationId: string): boolean {
  return Object.values(paths)
    .flatMap((path) => Object.values(path))
    .some((operation) => operation.operationId === operationId && '402' in operation.responses)
}

/**
 * The status, the operations that return it, and the SDK's error class: determined by running the SDK itself.
 */
async function requestFacts(contract: Contract, code: string): Promise<string[]> {
  const status = contract['x-error-statuses'][code]
  if (status === undefined) throw new Error(`The contract has no status for ${code}`)
  const operations = operationsWith(contract, code).map((name) => `\`${name}\``)
  const { name, retryable } = await thrownBySdk(code, status)
  return [
    `The status of the response is ${status}.`,
    `The SDK throws ${/^[AEIOU]/.test(name) ? 'an' : 'a'} \`${name}\`, whose \`retryable\` is \`${retryable}\`.`,
    operations.length === 0
      ? 'It belongs to no operation.'
      : `Operations that may answer it: ${operations.join(', ')}.`,
  ]
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
