// npm run mock: what our contract's examples lack to be a consistent service.
import type { MockHook } from '../codegen/src/mock/hook.ts'
import { chooseExample } from './choose-example.ts'
import { withConsistentValues } from './consistent-example.ts'
import { mediaRouter } from './media.ts'

export const hook: MockHook = {
  routes: [
    mediaRouter(),
    // The service responds with JSON whatever a client accepts.
    (request, _response, next) => {
      request.headers.accept = 'application/json'
      next()
    },
  ],
  choose: chooseExample,
  respond: withConsistentValues,
}
