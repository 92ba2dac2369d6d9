import { isErrorFromAlias } from '@zodios/core'
import { api, createApiClient } from '../out/openapi-zod-client/api'
import { ended, hold, isEnded, key, order, type Program } from './report'

export const run: Program = async (baseUrl, apiKey) => {
  const axiosConfig = {
    headers: { Authorization: `Bearer ${apiKey}` },
    // A list is the parameter several times; axios would write `status[]`.
    paramsSerializer: { indexes: null },
  }
  const client = createApiClient(baseUrl, { axiosConfig })
  const accept = () => client.generateImage(order, { headers: { 'Idempotency-Key': key } })
  const { id } = await accept()
  const again = await accept()
  const poll = () => client.getTask({ params: { taskId: id }, headers: { Prefer: hold } })
  let task = await poll()
  while (!isEnded(task.status)) task = await poll()
  const page = await client.listTasks({ queries: { status: ended } })
  const missing = await client.getTask({ params: { taskId: 'none' } }).then(
    () => '',
    (error: unknown) => {
      const isKnown = isErrorFromAlias(api.api, 'getTask', error)
      return isKnown && error.response.status === 404 ? error.response.data.code : String(error)
    },
  )
  const images = task.output?.images
  return {
    ids: [id, again.id],
    status: task.status,
    url: images?.[0]?.url,
    listed: page.tasks.length,
    missing,
  }
}
