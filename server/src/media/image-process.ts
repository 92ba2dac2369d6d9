import { doImageJob, type ImageRequest } from './image-jobs.ts'
import { lowerPriority } from './lower-priority.ts'
import { sharp } from './sharp.ts'

/**
 * The main module of the process that decodes images: says that it is ready, then takes one job at a time from its
 * parent and sends what came of it. Its priority is below that of the service, and it ends when its parent does.
 */

lowerPriority(0)

// Ctrl-C and a service manager signal the whole group. The parent decides what happens to a running job.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
// An exit would wait for the library, which decodes on without anybody to hold it to its limits.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

// Only the parent can write here, and it writes nothing else.
process.on('message', (request: ImageRequest) => {
  void doImageJob(request).then((reply) => process.send?.(reply))
})

// A machine that has no threads left ends this process here, before it has a file that could be blamed.
await sharp({ create: { width: 1, height: 1, channels: 3, background: '#000000' } })
  .png()
  .toBuffer()
process.send?.('ready')
