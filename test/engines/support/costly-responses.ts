/**
 * A process with one provider that starts so many jobs at once at an engine, as a worker with as many slots;
 * it prints the kinds of the outcomes, the peak of its memory and the longest delay of its event loop.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { openaiImagesKind } from '../../../server/src/engines/openai/openai-images.ts'
import { jobs } from './job.ts'

const [url = '', count = '1'] = process.argv.slice(2)
const { value: options } = openaiImagesKind.options.validate({})
const models = { 'image.generate': 'any-model' }
const provider = openaiImagesKind.create({
  name: 'costly',
  url,
  apiKey: 'key-of-a-test',
  models,
  capacity: {},
  jobMsMax: undefined,
  cost: undefined,
  options,
})
const delay = monitorEventLoopDelay({ resolution: 20 })
delay.enable()
const never = new AbortController().signal
const responses = await Promise.all(
  Array.from({ length: Number(count) }, () => provider.start(jobs['image.generate'], never)),
)
const kinds = responses.map(({ kind }) => kind)
const peakMegabytes = process.resourceUsage().maxRSS / 1024
process.stdout.write(JSON.stringify({ kinds, peakMegabytes, delayMs: delay.max / 1e6 }))
await provider.close?.()
