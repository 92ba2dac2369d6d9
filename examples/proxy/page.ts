// In the page: the client has no key, and uses the proxy where the service would be.
import { Mediagen } from '@mediagen/sdk'

const client = new Mediagen({ baseUrl: new URL('/api/mediagen', location.href).href })

/** Makes a picture and shows it; called by a button of the page. */
export async function show(prompt: string, picture: HTMLImageElement): Promise<void> {
  const generation = await client.images.generate({ prompt })
  const { files } = await generation.wait()
  // A signed link to the storage, good for an hour.
  picture.src = files[0]?.url ?? ''
}
