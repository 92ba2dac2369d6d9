import type { operations } from '@mediagen/contract/operations'
import type { CodeSample, ExampleCall } from './call.ts'
import { shellWord } from './http-samples.ts'

type OperationId = keyof typeof operations

const resultOf = (call: string, file: string) =>
  `const generation = await ${call}
const result = await generation.wait()
await result.saveTo('${file}')`
const shown = (call: string) => `console.log(await ${call})`

/**
 * The SDK statements for each operation. An operation of the contract that is missing here does not compile.
 */
const statements = {
  getAccount: () => shown('client.account()'),
  getPricing: () => shown('client.pricing()'),
  listEffects: () => shown("client.effects({ surface: 'image' })"),
  listExamples: () => shown("client.examples({ surface: 'image' })"),
  generateImage: ({ body }) => resultOf(`client.images.generate(${literal(body)})`, 'result.png'),
  transformImage: ({ body }) => resultOf(`client.images.transform(${literal(body)})`, 'result.jpg'),
  generateVideo: ({ body }) => resultOf(`client.videos.generate(${literal(body)})`, 'result.mp4'),
  transformVideo: ({ body }) => resultOf(`client.videos.transform(${literal(body)})`, 'result.mp4'),
  getTask: ({ ids }) => shown(`client.tasks.get(${literal(ids[0])})`),
  cancelTask: ({ ids }) => shown(`client.tasks.cancel(${literal(ids[0])})`),
  createUpload: ({ body }) => shown(`client.uploads.create(${literal(body)})`),
  completeUpload: ({ ids }) => shown(`client.uploads.complete(${literal(ids[0])})`),
  getUpload: ({ ids }) => shown(`client.uploads.get(${literal(ids[0])})`),
} as const satisfies Record<OperationId, (call: ExampleCall) => string>

/** The CLI command for each operation that a single command does. */
const commands = {
  getAccount: () => ['balance'],
  getPricing: () => ['prices'],
  listEffects: () => ['effects', '--surface', 'image'],
  generateImage: (call) => ['image', ...generationWords(call), '-o', 'result.png'],
  transformImage: (call) => ['transform', ...generationWords(call), '-o', 'result.jpg'],
  generateVideo: (call) => ['video', ...generationWords(call), '-o', 'result.mp4'],
  transformVideo: (call) => ['animate', ...generationWords(call), '-o', 'result.mp4'],
  getTask: ({ ids }) => ['tasks', 'get', ...ids],
  cancelTask: ({ ids }) => ['tasks', 'cancel', ...ids],
  createUpload: () => ['upload', 'photo.jpg'],
} as const satisfies Partial<Record<OperationId, (call: ExampleCall) => readonly string[]>>

/** The call with the SDK; its client reads the key and the address from the environment. */
export function sdkSample(call: ExampleCall): CodeSample | undefined {
  const statement = Object.entries(statements).find(([id]) => id === call.operationId)?.[1]
  if (statement === undefined) return undefined
  const source = `import { Mediagen } from '@mediagen/sdk'\n\nconst client = new Mediagen()\n${statement(call)}`
  return { lang: 'typescript', label: 'TypeScript SDK', source }
}

/** The equivalent command; it reads the key and the address from the environment. */
export function commandSample(call: ExampleCall): CodeSample | undefined {
  const command = Object.entries(commands).find(([id]) => id === call.operationId)?.[1]
  if (command === undefined) return undefined
  const source = ['npx', 'mediagen', ...command(call).map(shellWord)].join(' ')
  return { lang: 'shell', label: 'Command line', source }
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
  const fields = Object.entries(value).map(([name, field]) => `${name}: ${literal(field)}`)
  return `{ ${fields.join(', ')} }`
}
