import type { Product } from '@mediagen/sdk'
import {
  type CodeInput,
  inputFile,
  quoteTypescript,
  resultFile,
  takesImage,
  typescriptFields,
} from './parts.ts'

const calls = {
  'image.generate': 'images.generate',
  'image.transform': 'images.transform',
  'video.generate': 'videos.generate',
  'video.transform': 'videos.transform',
} as const satisfies Record<Product, string>

/** The request with the SDK, which makes the idempotency key and repeats the order by itself. */
export function typescriptText({ form, request, baseUrl }: CodeInput): string {
  const hasFile = takesImage(form)
  const fields = [
    ...(hasFile ? [`  file: fromPath('${inputFile}'),`] : []),
    ...typescriptFields(request, '  '),
  ]
  return `import { ${hasFile ? 'fromPath, ' : ''}Mediagen } from '@mediagen/sdk'

const client = new Mediagen({ baseUrl: ${quoteTypescript(baseUrl)}, apiKey: process.env.MEDIAGEN_API_KEY })

const generation = await client.${calls[form.product]}({
${fields.join('\n')}
})
const path = await (await generation.wait()).saveTo('${resultFile(form)}')
console.log(path)
`
}
