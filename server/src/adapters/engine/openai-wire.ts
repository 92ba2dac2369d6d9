import type { ProviderCheck } from '../../ports/provider.js'
import { createEngineHttp, type EngineHttp } from './engine-http.js'
import type { EngineSettings } from './engine-kind.js'
import { listAt, textAt } from './json-path.js'
import { describe } from './start-answer.js'

/**
 * The connection to an engine that speaks OpenAI's HTTP API: the key is a bearer token, where there is one.
 */
export function openAiHttp(settings: EngineSettings<{ readonly gateway?: boolean }>): EngineHttp {
  const { url, apiKey, options } = settings
  return createEngineHttp({
    url,
    headers: apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` },
    ...(options.gateway !== undefined && { isBehindGateway: options.gateway }),
  })
}

const modelsShownMax = 10

/** Asks for the list of models, which costs nothing and needs the key. */
export async function checkOpenAi(
  http: EngineHttp,
  models: EngineSettings<unknown>['models'],
  signal: AbortSignal,
): Promise<ProviderCheck> {
  const answer = await http.call({ path: 'models' }, signal)
  if (answer.kind !== 'answered') return { reachable: false, detail: answer.message }
  const { status, body } = answer
  if (status === 401 || status === 403)
    return { reachable: true, keyAccepted: false, detail: describe(status, body) }
  if (status !== 200) return { reachable: true, detail: describe(status, body) }
  const offered = listAt(body, 'data').flatMap((model) => textAt(model, 'id') ?? [])
  if (offered.length === 0)
    return { reachable: true, keyAccepted: true, detail: 'The engine lists no models.' }
  const asked = Object.values(models)
  return {
    reachable: true,
    keyAccepted: true,
    ...(asked.length > 0 && { modelFound: asked.every((model) => offered.includes(model)) }),
    detail: `Models: ${offered.slice(0, modelsShownMax).join(', ')}${offered.length > modelsShownMax ? ', …' : ''}`,
  }
}

/**
 * Codes that put the fault on what was asked, such as moderation_blocked and
 * OutputImageSensitiveContentDetected.
 */
export function isModerationCode(code: string): boolean {
  return /moderation|sensitive|policy|safety/i.test(code)
}
