// Loaded before an example that runs against Prism (node --import). The links in the contract's examples lead
// to a host that is nowhere: this stands in for the storage there, with results as large as the contract's
// examples say, and takes uploads.
import contract from '../../openapi/generated/openapi.json' with { type: 'json' }

const { value } = contract.components.examples['task-succeeded-image']
const [image] = value.output.images
const origin = image && new URL(image.url).origin
const result = new Uint8Array(image?.sizeBytes ?? 0)
result.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const realFetch = globalThis.fetch

globalThis.fetch = async (input, init) => {
  const request = new Request(input, init)
  if (new URL(request.url).origin !== origin) return realFetch(request)
  return request.method === 'PUT' ? new Response() : new Response(result)
}
