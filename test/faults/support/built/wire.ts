/**
 * The modules of this folder are the built server, under the types of its source: Node cannot run the source
 * itself, for its generated controllers have decorators. One module for each kind of process, so that a
 * worker starts without Express.
 */
import * as config from '../../../../server/dist/config.js'
import * as wire from '../../../../server/dist/wire.js'
import * as defaults from '../../../../server/dist/worker/default-settings.js'

// The build comes without declarations, so what TypeScript infers of it is less than what is known.
export const { wireCore, wireRun } = wire as unknown as typeof import('../../../../server/src/wire.ts')
export const { defaultRunSettings } =
  defaults as unknown as typeof import('../../../../server/src/worker/default-settings.ts')
export const { readConfig } = config as unknown as typeof import('../../../../server/src/config.ts')
