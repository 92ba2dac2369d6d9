import { generateImage, getTask, listTasks } from '../out/orval/api'
import { ended, hold, isEnded, key, order, type Program } from './report'

export const run: Program = async (_, apiKey) => {
  const headers = { Authorization: `Bearer ${apiKey}` }
  const accept = async () => {
    const response = await generateImage(order, { headers: { ...headers, 'Idempotency-Key': key } })
    if (response.status !== 200) throw new Error(`The order got ${response.status}.`)
    return response.data
  }
  const { id } = await accept()
  const again = await accept()
  const poll = async () => {
    const response = await getTask(id, { headers: { ...headers, Prefer: hold } })
    if (response.status !== 200) throw new Error(`The poll got ${response.status}.`)
    return response.data
  }
  let task = await poll()
  while (!isEnded(task.status)) task = await poll()
  const page = await listTasks({ status: ended }, { headers })
  const missing = await getTask('none', { headers })
  return {
    ids: [id, again.id],
    status: task.status,
    url: task.output?.images?.[0]?.url,
    listed: page.status === 200 ? page.data.tasks.length : 0,
    missing: missing.status === 404 ? missing.data.code : '',
  }
}
