// In the page: the client has no key, and uses the proxy as its service.
import { Mediagen } from '@mediagen/sdk'

const client = new Mediagen({ baseUrl: new URL('/api/mediagen', location.href).href })

/** Uploads a photo, transforms it, and shows the result; called by the form of the page. */
async function show(
  photo: File,
  prompt: string,
  image: HTMLImageElement,
  showStatus: (status: string) => void,
): Promise<void> {
  showStatus('UPLOADING')
  const generation = await client.images.transform({ file: photo, prompt })
  const { files } = await generation.wait({ onUpdate: ({ status }) => showStatus(status) })
  // A signed link to the storage, valid for an hour.
  image.src = files[0]?.url ?? ''
}

const form = document.querySelector('form')
const image = document.querySelector('img')
const status = document.querySelector('output')
if (form === null || image === null || status === null) throw new Error('The page has no form.')
const showStatus = (text: string) => {
  status.value = text
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  const fields = new FormData(form)
  const photo = fields.get('photo')
  if (!(photo instanceof File)) return
  show(photo, String(fields.get('prompt')), image, showStatus).catch((error: unknown) =>
    showStatus(error instanceof Error ? error.message : String(error)),
  )
})
