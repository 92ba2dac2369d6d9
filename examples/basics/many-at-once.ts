// A batch. Any number can be sent at once: the client keeps to what the service lets through in a minute.
import { Mediagen } from '@mediagen/sdk'

const client = new Mediagen()

const animals = ['badger', 'fox', 'heron', 'otter', 'owl']
const outcomes = await Promise.allSettled(
  animals.map(async (animal) => {
    const request = { prompt: `${animal} by a river, ink drawing` }
    // The key is made of the request: run again after a crash, this goes on with the same tasks and pays for
    // none twice.
    const generation = await client.images.generate(request, { dedupe: 'content' })
    const result = await generation.wait()
    return result.saveTo(`${animal}.png`)
  }),
)

for (const outcome of outcomes) {
  console.log(outcome.status === 'fulfilled' ? `Saved ${outcome.value}` : `Failed: ${outcome.reason}`)
}
