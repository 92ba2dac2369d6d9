// In the page: the client has no key, and uses the proxy where the service would be.
import { Mediagen } from '@mediagen/sdk'

const client = new Mediagen({ baseUrl: new URL('/api/mediagen', location.href).href })

/** Uploads a photo, has it made into a picture, and shows that; called by the form of the page. */
async function show(
  photo: File,
  prompt: string,
  picture: HTMLImageElement,
  tell: (status: string) => void,
): Promise<void> {
  tell('UPLOADING')
  const generation = await client.images.transform({ file: photo, prompt })
  const { files } = await generation.wait({ onUpdate: ({ status }) => tell(status) })
  // A signed link to the storage, good for an hour.
  picture.src = files[0]?.url ?? ''
}

const form = document.querySelector('form')
const picture = document.querySelector('img')
const status = document.querySelector('output')
if (form === null || picture === null || status === null) throw new Error('The page has no form.')
const tell = (text: string) => {
  status.value = text
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  const fields = new FormData(form)
  const photo = fields.get('photo')
  if (!(photo instanceof File)) return
  show(photo, String(fields.get('prompt')), picture, tell).catch((error: unknown) =>
    tell(error instanceof Error ? error.message : String(error)),
  )
})
