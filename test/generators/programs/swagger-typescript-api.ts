import { Api, TaskStatus } from '../out/swagger-typescript-api/api'
import { hold, isEnded, key, order, type Program } from './report'

export const run: Program = async (baseUrl, apiKey) => {
  const { api } = new Api<string>({
    baseUrl,
    securityWorker: () => ({ headers: { Authorization: `Bearer ${apiKey}` } }),
  })
  const accept = () => api.generateImage(order, { headers: { 'Idempotency-Key': key } })
  const { id } = (await accept()).data
  const again = (await accept()).data
  const poll = async () => (await api.getTask(id, { headers: { Prefer: hold } })).data
  let task = await poll()
  while (!isEnded(task.status)) task = await poll()
  const { data: page } = await api.listTasks({ status: [TaskStatus.SUCCEEDED, TaskStatus.FAILED] })
  const missing = await api.getTask('none').then(
    () => '',
    (response: Awaited<ReturnType<typeof api.getTask>>) => response.error.code,
  )
  return {
    ids: [id, again.id],
    status: task.status,
    url: task.output?.images?.[0]?.url,
    listed: page.tasks.length,
    missing,
  }
}
