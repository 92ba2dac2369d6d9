import type { Call } from './call.ts'
import { GatewayError } from './errors.ts'

/** OpenAI's record of a model. */
interface Model {
  readonly id: string
  readonly object: 'model'
  /** The service does not say since when it has an effect. */
  readonly created: 0
  readonly owned_by: 'mediagen'
}

/** OpenAI's response to a request for all models. */
interface Models {
  readonly object: 'list'
  readonly data: readonly Model[]
}

/** `GET /v1/models`: `mediagen`, which leaves the choice to the service, and each effect that it has. */
export async function listModels({ client, signal }: Call): Promise<Models> {
  const effects = await client.effects({ signal })
  return { object: 'list', data: ['mediagen', ...effects.map(({ id }) => `effect:${id}`)].map(modelOf) }
}

/** `GET /v1/models/{model}`. */
export async function retrieveModel(call: Call, id: string): Promise<Model> {
  const { data } = await listModels(call)
  const found = data.find((model) => model.id === id)
  if (found !== undefined) return found
  throw new GatewayError(404, 'model_not_found', `There is no model ${id}: GET /v1/models lists them.`)
}

function modelOf(id: string): Model {
  return { id, object: 'model', created: 0, owned_by: 'mediagen' }
}
