// An image from a prompt.
import { Mediagen } from '@mediagen/sdk'

const client = new Mediagen()

const generation = await client.images.generate({
  prompt: 'a lighthouse in a storm',
  negativePrompt: 'people',
  resolution: '1k',
  aspectRatio: '16:9',
})
const result = await generation.wait()

console.log(`Saved ${await result.saveTo('lighthouse.png')}`)
