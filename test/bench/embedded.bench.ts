// What the embedded mode promises a person on one machine: work starts at once, renders are quick, and
// reading stays quick while two videos are being rendered. Run it with `npm run bench -- embedded` on an
// otherwise idle machine.
import { percentile } from './support/figures.ts'
import { createReport } from './support/report.ts'
import { type RunningService, startService } from './support/running-service.ts'

const ended = new Set(['SUCCEEDED', 'FAILED', 'CANCELLED'])

interface Times {
  readonly pickUpMs: number
  readonly runMs: number
}

async function runToEnd(
  service: RunningService,
  apiKey: string,
  path: string,
  body: unknown,
): Promise<Times> {
  const accepted = await service.call('POST', path, apiKey, body)
  if (accepted.status !== 200)
    throw new Error(`${path} answered ${accepted.status}: ${JSON.stringify(accepted.body)}`)
  for (;;) {
    const { body: task } = await service.call('GET', `/api/v1/tasks/${accepted.body.id}`, apiKey)
    if (ended.has(String(task.status))) {
      if (task.status !== 'SUCCEEDED') throw new Error(`The task ended as ${JSON.stringify(task)}`)
      const [created, started, completed] = [task.createdAt, task.startedAt, task.completedAt].map((time) =>
        Date.parse(String(time)),
      )
      return { pickUpMs: Number(started) - Number(created), runMs: Number(completed) - Number(started) }
    }
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

async function readFor(
  service: RunningService,
  apiKey: string,
  taskId: string,
  until: () => boolean,
): Promise<number[]> {
  const samples: number[] = []
  while (!until()) {
    const path = samples.length % 2 === 0 ? `/api/v1/tasks/${taskId}` : '/api/v1/me'
    samples.push((await service.call('GET', path, apiKey)).durationMs)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return samples
}

const report = createReport('embedded')
const service = await startService()
try {
  const { apiKey } = await service.createAccount('100.00')
  const image = (index: number): Promise<Times> =>
    runToEnd(service, apiKey, '/api/v1/images/generations', {
      prompt: `a lighthouse in a storm, number ${index}`,
    })
  await image(0) // starts the first renderer, which later renders find warm

  const images: Times[] = []
  for (let index = 1; index <= 15; index += 1) images.push(await image(index))
  const pickUp = percentile(
    images.map(({ pickUpMs }) => pickUpMs),
    1,
  )
  report.add({
    what: 'pick-up of a queued task',
    measured: `worst of ${images.length}: ${pickUp} ms`,
    promised: { text: 'under 50 ms when a worker is free', isMet: pickUp < 50 },
  })
  const render = percentile(
    images.map(({ runMs }) => runMs),
    0.5,
  )
  report.add({
    what: '1024 px image',
    measured: `median ${render} ms`,
    promised: { text: 'under 1,500 ms on one core', isMet: render < 1500 },
  })

  const request = { prompt: 'a sailboat on a calm lake at sunset', resolution: '720p', durationSeconds: 5 }
  const video = await runToEnd(service, apiKey, '/api/v1/videos/generations', request)
  report.add({
    what: '5 s video of 720p',
    measured: `${video.runMs} ms`,
    promised: { text: 'under 8,000 ms on one core', isMet: video.runMs < 8000 },
  })

  const { body: known } = await service.call('POST', '/api/v1/images/generations', apiKey, {
    prompt: 'a red door',
  })
  const idleUntil = performance.now() + 4000
  const idle = await readFor(service, apiKey, String(known.id), () => performance.now() > idleUntil)
  let done = false
  const videos = Promise.all(
    ['a castle on a cliff at dawn', 'a forest in autumn'].map((prompt) =>
      runToEnd(service, apiKey, '/api/v1/videos/generations', { prompt, durationSeconds: 5 }),
    ),
  ).finally(() => {
    done = true
  })
  const busy = await readFor(service, apiKey, String(known.id), () => done)
  await videos
  const [idleP99, busyP99] = [percentile(idle, 0.99), percentile(busy, 0.99)]
  report.add({
    what: 'reads while two videos render',
    measured: `p99 ${busyP99.toFixed(1)} ms of ${busy.length}; idle ${idleP99.toFixed(1)} ms`,
    promised: { text: `p99 under 20 ms; ${(busyP99 / idleP99).toFixed(1)} times idle`, isMet: busyP99 < 20 },
  })
  report.write(['SQLite'])
} finally {
  await service.stop()
}
