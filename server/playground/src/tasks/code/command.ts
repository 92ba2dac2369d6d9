import type { Product } from '@mediagen/sdk'
import { type CodeInput, inputFile, quoteShell, resultFile, takesImage } from './parts.ts'

const commands = {
  'image.generate': 'image',
  'image.transform': 'transform',
  'video.generate': 'video',
  'video.transform': 'animate',
} as const satisfies Record<Product, string>

/** The request as a command of `mediagen`. */
export function commandText({ form, request: { prompt, ...fields }, baseUrl }: CodeInput): string {
  const optionOf = (name: string) => form.fields.find((field) => field.name === name)?.option ?? `--${name}`
  const options = Object.entries(fields).map(([name, value]) => `  ${optionOf(name)}=${quoteShell(value)}`)
  const words = [
    ...(takesImage(form) ? [inputFile] : []),
    ...(prompt === undefined ? [] : [quoteShell(prompt)]),
  ]
  // After `--` a prompt may begin with a dash.
  const lines = [...options, `  -o ${resultFile(form)}`, `  -- ${words.join(' ')}`]
  return `MEDIAGEN_BASE_URL=${quoteShell(baseUrl)} \\\nnpx mediagen ${commands[form.product]} \\\n${lines.join(' \\\n')}\n`
}
