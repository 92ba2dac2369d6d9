import {
  type Fields,
  fieldsOf,
  numberOf,
  seedIn,
  sizeOfShape,
  textOf,
  type Wire,
  type WireResponse,
} from '../wire.ts'

const shortEdges: Readonly<Record<string, number>> = { '1K': 1024, '2K': 2048, '4K': 4096 }
const videoEdges: Readonly<Record<string, number>> = { '720p': 720, '1080p': 1080, '4k': 2160 }
const framesPerSecond = 2

/** Google's Gemini: images at once, videos of Veo by an operation whose result wants the key, too. */
export const gemini: Wire = {
  reject({ headers }) {
    if (textOf(headers['x-goog-api-key']) !== '') return undefined
    return fault(403, 'PERMISSION_DENIED', 'Method does not allow unregistered callers.')
  },
  routes: [
    {
      method: 'GET',
      path: /^\/v1beta\/models\/(?<model>[^/:]+)$/,
      respond: ({ groups: { model } }) => ({ json: { name: `models/${model}`, displayName: model } }),
    },
    {
      method: 'POST',
      path: /^\/v1beta\/models\/[^/:]+:generateContent$/,
      on: 'start',
      async respond({ json }, works) {
        const prompt = promptIn(json)
        if (prompt.includes('forbidden')) return { json: { promptFeedback: { blockReason: 'SAFETY' } } }
        const config = fieldsOf(json.generationConfig)
        const { aspectRatio = '1:1', imageSize } = fieldsOf(config.imageConfig)
        const size = sizeOfShape(aspectRatio, shortEdges[textOf(imageSize)] ?? 1024)
        const { bytes, contentType } = await works.makeAtOnce({ prompt, ...seedIn(config.seed), ...size })
        const inlineData = { mimeType: contentType, data: Buffer.from(bytes).toString('base64') }
        const content = { role: 'model', parts: [{ text: 'Here it is.' }, { inlineData }] }
        return { json: { candidates: [{ content, finishReason: 'STOP', index: 0 }] } }
      },
    },
    {
      method: 'POST',
      path: /^\/v1beta\/models\/(?<model>[^/:]+):predictLongRunning$/,
      on: 'start',
      respond({ json, groups }, works) {
        const instance = fieldsOf(Array.isArray(json.instances) ? json.instances[0] : undefined)
        const parameters = fieldsOf(json.parameters)
        const prompt = textOf(instance.prompt)
        if (prompt === '') return fault(400, 'INVALID_ARGUMENT', 'The prompt is missing.')
        const size = sizeOfShape(
          parameters.aspectRatio ?? '16:9',
          videoEdges[textOf(parameters.resolution)] ?? 720,
        )
        const frames = numberOf(parameters.durationSeconds, 8) * framesPerSecond
        const video = { frames, framesPerSecond, container: 'mp4' } as const
        const job = works.take({ prompt, ...seedIn(parameters.seed), ...size, video })
        return { json: { name: `models/${groups.model}/operations/${job.id}` } }
      },
    },
    {
      method: 'GET',
      path: /^\/v1beta\/(?<name>models\/[^/]+\/operations\/(?<id>[^/]+))$/,
      on: 'look',
      respond({ groups: { name, id = '' }, address }, works) {
        const job = works.look(id)
        if (job === undefined) return fault(404, 'NOT_FOUND', 'Requested entity was not found.')
        if (job.state !== 'done') return { json: { name } }
        const video = { uri: address(`/v1beta/files/${id}:download?alt=media`) }
        const generateVideoResponse = { generatedSamples: [{ video }] }
        return { json: { name, done: true, response: { generateVideoResponse } } }
      },
    },
    {
      method: 'GET',
      path: /^\/v1beta\/files\/(?<id>[^/:]+):download$/,
      on: 'result',
      async respond({ groups }, works) {
        const job = works.find(groups.id ?? '')
        return job === undefined ? fault(404, 'NOT_FOUND', 'The file has gone.') : works.medium(job)
      },
    },
  ],
}

/** All the words of the request, in their order. */
function promptIn({ contents }: Fields): string {
  const parts = (Array.isArray(contents) ? contents : []).flatMap((content) => {
    const { parts } = fieldsOf(content)
    return Array.isArray(parts) ? parts : []
  })
  return parts.map((part) => textOf(fieldsOf(part).text)).join(' ')
}

function fault(code: number, status: string, message: string): WireResponse {
  return { status: code, json: { error: { code, message, status } } }
}
