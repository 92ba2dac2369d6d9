import { client } from '../out/hey-api/client.gen'
import { generateImage, getTask, listTasks } from '../out/hey-api/index'
import { ended, hold, isEnded, key, order, type Program } from './report'

export const run: Program = async (baseUrl, apiKey) => {
  client.setConfig({ baseUrl, auth: () => apiKey })
  const accept = () => generateImage({ body: order, headers: { 'Idempotency-Key': key }, throwOnError: true })
  const { id } = (await accept()).data
  const again = (await accept()).data
  const poll = async () =>
    (await getTask({ path: { taskId: id }, headers: { Prefer: hold }, throwOnError: true })).data
  let task = await poll()
  while (!isEnded(task.status)) task = await poll()
  const { data: page } = await listTasks({ query: { status: ended }, throwOnError: true })
  const { error } = await getTask({ path: { taskId: 'none' } })
  return {
    ids: [id, again.id],
    status: task.status,
    url: task.output?.images?.[0]?.url,
    listed: page.tasks.length,
    missing: error?.code ?? '',
  }
}
