import { toCallExtra } from './call-extra.js'
import { finish, giveBack } from './generation-call.js'
import { inputSchemas } from './generation-schemas.js'
import type { McpServer } from './protocol.js'
import type { ToolContext } from './tool-context.js'
import { errorResult, respond } from './tool-result.js'

/** Of a prompt in a list: 100 whole ones would fill the context of an agent. */
const promptCharactersMax = 200

function begun(prompt: string): string {
  const characters = [...prompt]
  if (characters.length <= promptCharactersMax) return prompt
  return `${characters.slice(0, promptCharactersMax).join('')}…`
}

/** Adds the tools for tasks by their ids. */
export function addTaskTools(server: McpServer, context: ToolContext): void {
  const { client } = context
  server.registerTool(
    'list_tasks',
    {
      title: 'List tasks',
      description:
        'Lists the tasks of the account, newest first, with what was ordered and what each costs. Costs nothing.',
      inputSchema: inputSchemas.list_tasks,
      annotations: { readOnlyHint: true, openWorldHint: true },
    },
    (filter, { signal }) =>
      respond(async () => {
        const { tasks, nextCursor } = await client.tasks.list({ ...filter, signal })
        // Links to results are long and expire: wait_for_task saves the files.
        const facts = tasks.map(({ output, request, ...task }) => ({
          ...task,
          ...(request && {
            request: { ...request, ...(request.prompt && { prompt: begun(request.prompt) }) },
          }),
          ...(output?.removed && { resultRemoved: output.removed }),
        }))
        return { tasks: facts, nextCursor }
      }),
  )
  server.registerTool(
    'wait_for_task',
    {
      title: 'Wait for a task',
      description:
        'Waits for a task and saves its result. Costs nothing; cancelling the wait does not cancel the task.',
      inputSchema: inputSchemas.wait_for_task,
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    },
    async ({ taskId, waitSeconds }, extra) => {
      const wait = client.tasks.wait.bind(undefined, taskId)
      return finish(context, toCallExtra(server, context, extra), { taskId, wait, waitSeconds }).catch(
        (error: unknown) => errorResult(error, { taskId }),
      )
    },
  )
  server.registerTool(
    'cancel_task',
    {
      title: 'Cancel a task',
      description: 'Cancels and refunds a task that has not started. A started task continues.',
      inputSchema: inputSchemas.cancel_task,
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
    },
    ({ taskId }, { signal }) => {
      const cancel = async () => {
        const { id, status } = await client.tasks.cancel(taskId, { signal })
        giveBack(context, taskId)
        return { taskId: id, status, spending: context.spendLimit.state() }
      }
      return respond(cancel, { taskId })
    },
  )
  server.registerTool(
    'delete_result',
    {
      title: 'Delete a result',
      description:
        'Deletes the files of a finished task from the service for good. Saved copies stay, and nothing is refunded.',
      inputSchema: inputSchemas.delete_result,
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
    },
    ({ taskId }, { signal }) => {
      const remove = async () => {
        const { id, status, output } = await client.tasks.deleteResult(taskId, { signal })
        return { taskId: id, status, ...(output?.removed && { resultRemoved: output.removed }) }
      }
      return respond(remove, { taskId })
    },
  )
  server.registerTool(
    'delete_upload',
    {
      title: 'Delete an upload',
      description:
        'Deletes an uploaded image from the service for good. Results that were made from it stay; a task that still needs it fails.',
      inputSchema: inputSchemas.delete_upload,
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
    },
    ({ assetId }, { signal }) =>
      respond(async () => ({ ...(await client.uploads.delete(assetId, { signal })) }), { assetId }),
  )
}
