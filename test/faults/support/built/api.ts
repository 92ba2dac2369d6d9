import * as httpService from '../../../../server/dist/commands/http-service.js'

// See wire.ts beside this file.
export const { startHttpService } =
  httpService as unknown as typeof import('../../../../server/src/commands/http-service.ts')
