import type { Product } from '@mediagen/sdk'
import type { Field, FieldValue, Form } from '../contract/read-forms.ts'

/** The languages that a request can be copied in. */
export type CodeKind = 'curl' | 'typescript' | 'cli'

type Request = Readonly<Record<string, FieldValue>>

/** What stands for the image of a visitor, which a command has to read from a file. */
const inputFile = 'photo.jpg'

/**
 * A request as code that can be run: it takes the API key from MEDIAGEN_API_KEY, and an input image from
 * `photo.jpg`. The id of an upload is left out, because a proxy gives it to its own pages only.
 */
export function copyAs(kind: CodeKind, form: Form, request: Request, baseUrl: string): string {
  if (kind === 'curl') return curlText(form, request, baseUrl)
  return kind === 'typescript' ? typescriptText(form, request, baseUrl) : cliText(form, request, baseUrl)
}

function curlText(form: Form, request: Request, baseUrl: string): string {
  const { assetId, ...body } = request
  const key = '-H "Authorization: Bearer $MEDIAGEN_API_KEY"'
  const json = '-H "Content-Type: application/json"'
  const post = (path: string, data: string) =>
    `curl -fsS ${quoteShell(`${baseUrl}${path}`)} \\\n  ${key} ${json} \\\n  -d ${data}`
  if (!takesImage(form)) return `${post(form.path, quoteShell(JSON.stringify(body)))}\n`
  const rest = JSON.stringify(body).slice(1)
  const comma = rest === '}' ? '' : ','
  return `# The value of a field in a JSON response. Use jq in your own scripts.
field() { sed -n "s/.*\\"$1\\":\\"\\([^\\"]*\\)\\".*/\\1/p"; }

# 1. Reserve an upload, PUT the image, and complete the upload.
upload=$(${post('/api/v1/uploads', `'{"contentType":"image/jpeg"}'`)})
asset=$(printf '%s' "$upload" | field id)
curl -fsS -T ${inputFile} -H "Content-Type: image/jpeg" "$(printf '%s' "$upload" | field uploadUrl)"
curl -fsS ${quoteShell(`${baseUrl}/api/v1/uploads/`)}"$asset/complete" \\
  ${key} ${json} -d '{}'

# 2. Send the request.
${post(form.path, `'{"assetId":"'"$asset"'"${comma}'${quoteShell(rest)}`)}
`
}

const calls = {
  'image.generate': 'images.generate',
  'image.transform': 'images.transform',
  'video.generate': 'videos.generate',
  'video.transform': 'videos.transform',
} as const satisfies Record<Product, string>

function typescriptText(form: Form, request: Request, baseUrl: string): string {
  const { assetId, ...fields } = request
  const entries = Object.entries(fields).map(([name, value]) => [name, quoteTypescript(value)])
  const lines = [...(takesImage(form) ? [['file', quoteTypescript(inputFile)]] : []), ...entries]
  return `import { Mediagen } from '@mediagen/sdk'

const client = new Mediagen({ baseUrl: ${quoteTypescript(baseUrl)}, apiKey: process.env.MEDIAGEN_API_KEY })

const generation = await client.${calls[form.product]}({
${lines.map(([name, value]) => `  ${name}: ${value},`).join('\n')}
})
const path = await (await generation.wait()).saveTo('${resultFile(form)}')
console.log(path)
`
}

const commands = {
  'image.generate': 'image',
  'image.transform': 'transform',
  'video.generate': 'video',
  'video.transform': 'animate',
} as const satisfies Record<Product, string>

function cliText(form: Form, request: Request, baseUrl: string): string {
  const { assetId, prompt, ...fields } = request
  const options = Object.entries(fields).map(
    ([name, value]) => `  ${optionOf(form, name)}=${quoteShell(value)}`,
  )
  const words = [
    ...(takesImage(form) ? [inputFile] : []),
    ...(prompt === undefined ? [] : [quoteShell(prompt)]),
  ]
  // After `--` a prompt may begin with a dash.
  const lines = [...options, `  -o ${resultFile(form)}`, `  -- ${words.join(' ')}`]
  return `MEDIAGEN_BASE_URL=${quoteShell(baseUrl)} \\\nnpx mediagen ${commands[form.product]} \\\n${lines.join(' \\\n')}\n`
}

function optionOf({ fields }: Form, name: string): string {
  return fields.find((field) => field.name === name)?.option ?? `--${name}`
}

function takesImage({ fields }: Form): boolean {
  return fields.some(({ kind }: Field) => kind === 'input')
}

function resultFile({ product }: Form): string {
  return product.startsWith('video') ? 'result.mp4' : 'result.png'
}

/** One word to a POSIX shell, whatever is in it. */
function quoteShell(value: FieldValue): string {
  const text = String(value)
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

function quoteTypescript(value: FieldValue): string {
  if (typeof value !== 'string') return String(value)
  // JSON allows two line ends in a text that old JavaScript does not.
  const text = JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${text.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`
}
