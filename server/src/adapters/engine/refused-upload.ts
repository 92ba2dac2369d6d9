import type { StartAnswer } from '../../ports/provider.js'
import type { EngineAnswer, EngineHttp } from './engine-http.js'
import { refusedStart } from './start-answer.js'

/**
 * The common reading of an input's upload that precedes a start. No job comes of an upload, so what would be
 * ambiguous for a start is only unavailable. Undefined for a 2xx.
 */
export function refusedUpload(
  http: Pick<EngineHttp, 'isBehindGateway'>,
  answer: EngineAnswer,
): StartAnswer | undefined {
  const refused = refusedStart(http, answer)
  return refused?.kind === 'ambiguous' ? { kind: 'unavailable', message: refused.message } : refused
}
