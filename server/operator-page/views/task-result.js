/** @import { TaskHistoryView } from '../../src/operator/task-views.ts' */
import { request } from '../api.js'
import { element, replace } from '../dom.js'
import { size, time } from '../format.js'

/**
 * The files of a result, which are shown only when somebody asks for them: they are the customer's.
 * @param {Pick<TaskHistoryView, 'taskId' | 'output' | 'removed'>} task
 */
export function resultOf({ taskId, output, removed }) {
  if (removed !== null) return element('p', {}, `Removed (${removed.code}) `, time(removed.removedAt), '.')
  if (output.length === 0) return element('p', { class: 'quiet' }, 'None.')
  const files = output.map((file) => `${file.contentType}, ${size(file.sizeBytes)}`).join('; ')
  const frame = element('div', { class: 'result' })
  const failure = element('p', { class: 'failure', role: 'alert' })
  const show = element('button', { type: 'button', click: () => void open() }, 'Show the result')
  async function open() {
    show.disabled = true
    failure.textContent = ''
    try {
      const shown = await request('POST /tasks/{taskId}/result', { taskId })
      replace(frame, shown.files.map(viewOf))
    } catch (error) {
      failure.textContent = error instanceof Error ? error.message : String(error)
      show.disabled = false
    }
  }
  replace(
    frame,
    element('p', { class: 'quiet' }, `${files}. It is the customer's: the audit records who looks at it.`),
    show,
    failure,
  )
  return frame
}

/** @param {{ url: string, contentType: string }} file */
function viewOf({ url, contentType }) {
  return contentType.startsWith('video/')
    ? element('video', { src: url, controls: true, preload: 'metadata' })
    : element('img', { src: url, alt: 'The result of the task' })
}
