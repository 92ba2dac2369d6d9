// A batch of any size: the client respects the service's rate limit.
import { Mediagen } from '@mediagen/sdk'

const client = new Mediagen()

const animals = ['badger', 'fox', 'heron', 'otter', 'owl']
const outcomes = await Promise.allSettled(
  animals.map(async (animal) => {
    const request = { prompt: `${animal} by a river, ink drawing` }
    // The key is derived from the request: after a crash, a second run resumes the same tasks and is charged
    // for none twice.
    const generation = await client.images.generate(request, { dedupe: 'content' })
    const result = await generation.wait()
    return result.saveTo(`${animal}.png`)
  }),
)

for (const outcome of outcomes) {
  console.log(outcome.status === 'fulfilled' ? `Saved ${outcome.value}` : `Failed: ${outcome.reason}`)
}
