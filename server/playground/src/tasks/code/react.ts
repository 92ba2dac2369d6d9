import { type CodeInput, makesVideo, takesImage, typescriptFields } from './parts.ts'

/** The request as a component; the hook keeps the order with its key, so that a reload continues it. */
export function reactText({ form, request }: CodeInput): string {
  const hasImage = takesImage(form)
  const hooks = hasImage ? 'useGeneration, useUpload' : 'useGeneration'
  const fields = [
    `product: '${form.product}',`,
    ...(hasImage ? ['assetId,'] : []),
    ...typescriptFields(request, ''),
  ]
  const submit = (indent: string) =>
    `submit({\n${fields.map((line) => `${indent}  ${line}\n`).join('')}${indent}})`
  const order = hasImage
    ? `{\n    if (assetId !== undefined)\n      ${submit('      ')}\n  }`
    : `\n    ${submit('    ')}`
  const upload = hasImage ? '\n  const { upload, assetId, error: uploadError } = useUpload(client)' : ''
  const chooser = hasImage
    ? `
      <input
        type="file"
        accept="image/jpeg,image/png,image/webp"
        onChange={({ target }) => target.files?.[0] && upload(target.files[0])}
      />`
    : ''
  const problem = hasImage ? '(uploadError ?? error)' : 'error'
  const media = makesVideo(form.product)
    ? '<video src={result.files[0]?.url} controls muted />'
    : '<img src={result.files[0]?.url} alt="The result" />'
  return `import { Mediagen } from '@mediagen/sdk'
import { ${hooks} } from '@mediagen/sdk/react'

// The address of your proxy, which adds the key: createProxy of @mediagen/sdk/proxy.
const client = new Mediagen({ baseUrl: new URL('/api/mediagen', location.href).href })

export function Generation() {
  const { submit, progress, result, error } = useGeneration(client, { storage: localStorage })${upload}
  const order = () =>${hasImage ? ' ' : ''}${order}
  return (
    <>${chooser}
      <button type="button" onClick={order}${hasImage ? ' disabled={assetId === undefined}' : ''}>
        Make the ${makesVideo(form.product) ? 'video' : 'image'}
      </button>
      <p role="status">{${problem}?.message ?? progress}</p>
      {result && ${media}}
    </>
  )
}
`
}
