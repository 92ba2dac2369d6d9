import { constants, setPriority } from 'node:os'
import { doImageJob, type ImageRequest } from './image-jobs.ts'

/**
 * The main module of the process that decodes images: takes one job at a time from its parent and sends what came
 * of it. Its priority is below that of the service, and it ends when its parent does.
 */

setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

// Ctrl-C and a service manager signal the whole group. The parent decides what happens to a running job.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
process.on('disconnect', () => process.exit(0))

// Only the parent can write here, and it writes nothing else.
process.on('message', (request: ImageRequest) => {
  void doImageJob(request).then((reply) => process.send?.(reply))
})
