// A video from a prompt, with its status, because it takes a while.
import { Mediagen } from '@mediagen/sdk'

const client = new Mediagen()

const generation = await client.videos.generate({
  prompt: 'hot air balloons over green hills at sunrise',
  resolution: '480p',
  durationSeconds: 4,
})
const result = await generation.wait({ onUpdate: ({ status }) => console.log(status) })

console.log(`Saved ${await result.saveTo('balloons.mp4')}`)
