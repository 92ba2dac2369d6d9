import { readConfig } from '../config.js'
import { createScheduler } from '../jobs/scheduler.js'
import { wireCore } from '../wire.js'
import { untilStopped } from './until-stopped.js'

/** `mediagen worker`: runs tasks and sweeps, and serves nothing. */
export async function worker(): Promise<never> {
  const core = await wireCore(readConfig())
  const scheduler = createScheduler({
    logger: core.logger,
    onMessage: (message) => core.logger.debug({ ...message }, 'job report'),
  })
  await scheduler.start()
  core.logger.info({ concurrency: core.config.workerConcurrency }, 'worker is running')
  return untilStopped(core.logger, async () => {
    await scheduler.stop()
    await core.close()
  })
}
