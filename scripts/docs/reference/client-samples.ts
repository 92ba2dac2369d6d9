import type { operations } from '@mediagen/contract/operations'
import type { CodeSample, ExampleCall } from './call.ts'
import { shellWord } from './http-samples.ts'

/** Where the samples save the result of each operation that starts a generation. */
const resultFiles: Readonly<Record<string, string>> = {
  generateImage: 'result.png',
  transformImage: 'result.jpg',
  generateVideo: 'result.mp4',
  transformVideo: 'result.mp4',
}

type CommandWords = (call: ExampleCall) => readonly string[]

/** The CLI command for each operation; undefined if no single command does it, which has to be said. */
const commands = {
  getAccount: () => ['balance'],
  getUsage: ({ query }) => ['usage', ...optionWords(query)],
  getPricing: () => ['prices'],
  listEffects: () => ['effects', '--surface', 'image'],
  listExamples: undefined,
  generateImage: (call) => ['image', ...generationWords(call), '-o', 'result.png'],
  transformImage: (call) => ['transform', ...generationWords(call), '-o', 'result.jpg'],
  generateVideo: (call) => ['video', ...generationWords(call), '-o', 'result.mp4'],
  transformVideo: (call) => ['animate', ...generationWords(call), '-o', 'result.mp4'],
  listTasks: ({ query }) => ['tasks', 'list', ...optionWords(query)],
  getTask: ({ ids }) => ['tasks', 'get', ...ids],
  cancelTask: ({ ids }) => ['tasks', 'cancel', ...ids],
  deleteResult: ({ ids }) => ['tasks', 'delete-result', ...ids],
  createUpload: () => ['upload', 'photo.jpg'],
  completeUpload: undefined,
  getUpload: undefined,
  deleteUpload: ({ ids }) => ['uploads', 'delete', ...ids],
} as const satisfies Record<keyof typeof operations, CommandWords | undefined>

/** The call with the SDK; its client reads the key and the address from the environment. */
export function sdkSample(call: ExampleCall): CodeSample {
  const source = `import { Mediagen } from '@mediagen/sdk'\n\nconst client = new Mediagen()\n${statement(call)}`
  return { lang: 'typescript', label: 'TypeScript SDK', source }
}

function statement(example: ExampleCall): string {
  const call = sdkCall(example)
  const file = resultFiles[example.operationId]
  if (file === undefined) return `console.log(await ${call})`
  return `const generation = await ${call}
const result = await generation.wait()
await result.saveTo('${file}')`
}

/** The call as an expression, of a client named `client`. */
export function sdkCall({ operationId, tag, ids, query, body = {} }: ExampleCall): string {
  const [options = {}] = [body, query].filter((fields) => Object.keys(fields).length > 0)
  const values = Object.keys(options).length === 0 ? ids : [...ids, options]
  return `client.${sdkMethodOf(operationId, tag)}(${values.map(literal).join(', ')})`
}

/**
 * The method of the SDK for an operation: `tasks.get` for getTask and `tasks.list` for listTasks, tagged Tasks;
 * `pricing` for getPricing, whose tag is not its noun; and `tasks.deleteResult`, which changes something.
 */
export function sdkMethodOf(operationId: string, tag: string): string {
  const [, verb = '', noun = ''] = /^([a-z]+)(\w+)$/.exec(operationId) ?? []
  if (`${noun.replace(/s$/, '')}s` === tag) return `${tag.toLowerCase()}.${verb}`
  if (verb !== 'get' && verb !== 'list') return `${tag.toLowerCase()}.${operationId}`
  return noun.charAt(0).toLowerCase() + noun.slice(1)
}

/** The equivalent command; it reads the key and the address from the environment. */
export function commandSample(call: ExampleCall): CodeSample | undefined {
  const command = Object.entries(commands).find(([id]) => id === call.operationId)?.[1]
  if (command === undefined) return undefined
  const source = ['npx', 'mediagen', ...command(call).map(shellWord)].join(' ')
  return { lang: 'shell', label: 'Command line', source }
}

function optionWords(query: ExampleCall['query']): string[] {
  return Object.entries(query).flatMap(([name, value]) => [`--${name}`, String(value)])
}

/** The image and the prompt are arguments, and every other field is an option. */
function generationWords({ body = {}, optionNames }: ExampleCall): string[] {
  const { assetId, prompt, ...fields } = body
  return [
    ...(assetId === undefined ? [] : [`asset:${assetId}`]),
    ...(prompt === undefined ? [] : [String(prompt)]),
    ...Object.entries(fields).flatMap(([name, value]) => [
      `--${optionNames[name] ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      String(value),
    ]),
  ]
}

/** A value as TypeScript, in the style of the project. */
function literal(value: unknown): string {
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  const fields = Object.entries(value).map(([name, field]) => `${name}: ${literal(field)}`)
  return `{ ${fields.join(', ')} }`
}
