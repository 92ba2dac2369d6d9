// One upload, several transformations in parallel: an upload can be used any number of times by its id.
import { fromPath, Mediagen } from '@mediagen/sdk'

const [, , path] = process.argv
const photo = fromPath(path ?? new URL('photo.jpg', import.meta.url))
const client = new Mediagen()

const { id: assetId, width, height } = await client.uploads.file(photo)
console.log(`Uploaded ${width} x ${height}`)

const looks = ['oil-painting', 'linocut', 'golden-hour']
const paths = await Promise.all(
  looks.map(async (effectId) => {
    const generation = await client.images.transform({ assetId, effectId })
    const result = await generation.wait()
    return result.saveTo(`${effectId}.jpg`)
  }),
)

console.log(`Saved ${paths.join(', ')}`)
