import type { Page } from '../page.ts'
import type { Contract, Examples, Operation, Parameter, Response } from './contract.ts'
import { type Field, fieldList, fieldsOf, folded } from './fields.ts'
import { linkNames } from './link-names.ts'
import { samplesOf } from './samples.ts'

/** Everything about one operation: how it is called, what it takes and what it answers. */
export function operationPage(
  contract: Contract,
  operation: Operation,
  titles: ReadonlyMap<string, string>,
): Page {
  const { operationId, summary, description, method, path, parameters = [], responses } = operation
  const answers = Object.entries(responses)
  const sections = [
    description.trim(),
    `**${method.toUpperCase()}** \`${path}\` ${keyOf(operation)}`,
    codeTabs(operation),
    parameterSection('Path parameters', parameters, 'path'),
    parameterSection('Query parameters', parameters, 'query'),
    bodySection(operation),
    parameterSection('Request headers', parameters, 'header'),
    ...answers.filter(([status]) => Number(status) < 400).map((answer) => responseSection(...answer)),
    section('What may follow', linkList(answers, titles)),
    errorSection(contract, answers),
  ]
  return {
    path: `api/${operationId}.md`,
    text: `---
title: ${JSON.stringify(summary)}
description: ${JSON.stringify(description.replaceAll(/\s+/g, ' ').trim())}
pageClass: api-page
---

# ${summary} \`${operationId}\`

${sections.filter((text) => text !== '').join('\n\n')}
`,
  }
}

function section(title: string, text: string): string {
  return text === '' ? '' : `## ${title}\n\n${text.trim()}`
}

function keyOf({ security = [] }: Operation): string {
  return security.length > 0 ? '[needs a key](/api/#authentication)' : 'needs no key'
}

function parameterSection(title: string, parameters: readonly Parameter[], place: string): string {
  return section(
    title,
    fieldList(parameters.filter((parameter) => parameter.in === place).map(parameterField)),
  )
}

function parameterField({ name, required = false, description = '', schema }: Parameter): Field {
  return { name, isRequired: required, description, schema }
}

function codeTabs(operation: Operation): string {
  const blocks = samplesOf(operation).map(({ lang, label, source }) =>
    codeBlock(`${lang} [${label}]`, source),
  )
  return [`::: code-group`, ...blocks, ':::', playgroundLink(operation)].join('\n\n').trim()
}

function codeBlock(info: string, source: string): string {
  return `\`\`\`${info}\n${source}\n\`\`\``
}

/** The playground's form with what the example asks for; an upload would have to be the reader's own. */
function playgroundLink({ operationId, requestBody }: Operation): string {
  const [, verb, kind = ''] = /^(generate|transform)(Image|Video)$/.exec(operationId) ?? []
  if (verb === undefined) return ''
  const { assetId: _, ...fields } = Object.values(examplesOf(requestBody))[0]?.value ?? {}
  const form = new URLSearchParams({ product: `${kind.toLowerCase()}.${verb}` })
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
  return `<a href="/#${form.toString().replaceAll('&', '&amp;')}" target="_self">Try it in the playground</a>`
}

function bodySection({ requestBody }: Operation): string {
  const schema = requestBody?.content?.['application/json']?.schema
  if (requestBody === undefined || schema === undefined) return ''
  const description = schema.description ?? requestBody.description ?? ''
  return section(
    'Request body',
    [description.trim(), fieldList(fieldsOf(schema)), ...foldedExamples(examplesOf(requestBody))].join(
      '\n\n',
    ),
  )
}

function responseSection(status: string, response: Response): string {
  const { description, headers = {}, content } = response
  const schema = content?.['application/json']?.schema
  // The first as it is, because it is what most readers look for.
  const { first, others } = firstOf(examplesOf(response))
  const fields = Object.entries(headers).map(([name, header]) =>
    parameterField({ ...header, name, in: 'header' }),
  )
  return section(
    `Response ${status}`,
    [
      description.trim(),
      first === undefined ? '' : jsonBlock(first.value),
      ...(schema === undefined ? [] : [fieldList(fieldsOf(schema))]),
      ...foldedExamples(others),
      ...(fields.length === 0 ? [] : [folded('Headers of the response', fieldList(fields))]),
    ].join('\n\n'),
  )
}

function examplesOf(body: Pick<Response, 'content'> | undefined): Examples {
  return body?.content?.['application/json']?.examples ?? {}
}

function firstOf(examples: Examples): { first: Examples[string] | undefined; others: Examples } {
  const [[, first] = [], ...others] = Object.entries(examples)
  return { first, others: Object.fromEntries(others) }
}

function foldedExamples(examples: Examples): string[] {
  return Object.entries(examples).map(([name, { summary, value }]) =>
    folded(`Example: ${summary ?? name}`, jsonBlock(value)),
  )
}

function jsonBlock(value: unknown): string {
  return codeBlock('json', JSON.stringify(value, null, 2))
}

function linkList(
  answers: readonly (readonly [string, Response])[],
  titles: ReadonlyMap<string, string>,
): string {
  return answers
    .flatMap(([, { links = {} }]) => Object.values(links))
    .map(
      ({ operationId, description }) =>
        `- [${titles.get(operationId)}](/api/${operationId}): ${description.trim()}`,
    )
    .join('\n')
}

function errorSection(contract: Contract, answers: readonly (readonly [string, Response])[]): string {
  const errors = answers.filter(([status]) => Number(status) >= 400)
  const rows = errors.map(
    ([status, { description }]) => `| ${status} | ${linkNames(contract, cellOf(description))} |`,
  )
  const [example] = errors.flatMap(([, response]) => Object.values(examplesOf(response)))
  const table = `| Status | Why |\n|---|---|\n${rows.join('\n')}`
  return section(
    'Errors',
    example === undefined ? table : `${table}\n\n${folded('Example of an error', jsonBlock(example.value))}`,
  )
}

/** A description in one cell: the items of a list below each other. */
function cellOf(description: string): string {
  return description
    .trim()
    .replaceAll(/\s*\n- /g, '<br>')
    .replace(/^- /, '')
    .replaceAll(/\s+/g, ' ')
}
