import type { ProviderCheck } from '../../core/ports/provider.ts'
import { createEngineHttp, type EngineHttp } from '../shared/calls/engine-http.ts'
import { listAt, textAt } from '../shared/calls/json-path.ts'
import { readCheck } from '../shared/calls/response-outcome.ts'
import { bearerHeader, type EngineSettings } from '../shared/engine-kind.ts'

/** The connection to an engine with OpenAI's HTTP API: the key, if any, is a bearer token. */
export function openAiHttp(settings: EngineSettings<{ readonly isBehindGateway?: boolean }>): EngineHttp {
  const { url, apiKey, options } = settings
  return createEngineHttp({
    url,
    headers: bearerHeader(apiKey),
    isBehindGateway: options.isBehindGateway,
  })
}

const modelsShownMax = 10

/**
 * Requests the list of models, which costs nothing and needs the key. `isAccountFault` recognises responses
 * in which an engine refuses the key with another status.
 */
export async function checkOpenAi(
  http: EngineHttp,
  models: EngineSettings<unknown>['models'],
  signal: AbortSignal,
  isAccountFault: (status: number, body: unknown) => boolean = () => false,
): Promise<ProviderCheck> {
  const asked = Object.values(models)
  const response = await http.call({ path: 'models' }, signal)
  const checked = readCheck(response, (body) => modelsIn(body, asked))
  if (response.kind === 'responded' && response.status === 404)
    return { ...checked, detail: `${checked.detail} It lists no models, or url lacks its end, such as /v1.` }
  const isRefused = response.kind === 'responded' && isAccountFault(response.status, response.body)
  return isRefused ? { ...checked, keyAccepted: false } : checked
}

function modelsIn(body: unknown, asked: readonly string[]): ProviderCheck {
  const offered = listAt(body, 'data').flatMap((model) => textAt(model, 'id') ?? [])
  if (offered.length === 0)
    return { reachable: true, keyAccepted: true, detail: 'The engine lists no models.' }
  return {
    reachable: true,
    keyAccepted: true,
    ...(asked.length > 0 && { modelFound: asked.every((model) => offered.includes(model)) }),
    detail: `Models: ${offered.slice(0, modelsShownMax).join(', ')}${offered.length > modelsShownMax ? ', …' : ''}`,
  }
}

/** Codes that blame the request, such as moderation_blocked and OutputImageSensitiveContentDetected. */
export function isModerationCode(code: string): boolean {
  return /moderation|sensitive|policy|safety/i.test(code)
}
