import type { GateCheck } from '../../core/ports/gate.ts'
import type { EngineHttp, EngineResponse } from '../shared/calls/engine-http.ts'
import { isPage, readCheck } from '../shared/calls/response-outcome.ts'
import type { GateOptions } from './gate-options.ts'
import { readVerdict } from './verdict.ts'

const pageBytesMax = 1024 ** 2

/** A gate that gets links cannot be asked about a sample, which has none. */
export async function checkReachable(http: EngineHttp, signal: AbortSignal): Promise<GateCheck> {
  const response = await http.call({ path: '/', bytesMax: pageBytesMax }, signal)
  const { reachable } = readCheck(response, () => undefined)
  const said = response.kind === 'responded' ? `It responds (${response.status}).` : response.message
  return { reachable, detail: `${said} Not asked about a sample, because it gets links.` }
}

export function checkOf(options: GateOptions, response: EngineResponse | undefined): GateCheck {
  if (response?.kind !== 'responded')
    return { reachable: false, detail: response?.message ?? 'It did not respond in time.' }
  if (isPage(response.body)) return { reachable: false, detail: 'A web page answers at this URL.' }
  const { kind, reason } = readVerdict(options, response)
  const isKeyRefused = kind === 'failed' && [401, 403].includes(response.status)
  return {
    reachable: true,
    ...(kind !== 'failed' && { keyAccepted: true }),
    ...(isKeyRefused && { keyAccepted: false }),
    sample: kind,
    detail: reason ?? '',
  }
}
