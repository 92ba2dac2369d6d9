import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Cost, CostLimitError, type FinishedTask, InsufficientBalanceError } from '@mediagen/sdk'
import { plainText } from '../../../../server/src/commands/look/text.ts'
import { messageOf } from '../error-message.js'
import { nameOfResult } from '../result-name.js'
import type { ToolContext } from './tool-context.js'

/** Larger images are only linked: base64 adds a third, and hosts reject responses of more than a megabyte. */
export const inlineBytesMax = 512 * 1024

type Content =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly data: string; readonly mimeType: string }
  | {
      readonly type: 'resource_link'
      readonly uri: string
      readonly name: string
      readonly mimeType: string
    }

/** The response of a tool. */
export type ToolResult = {
  content: Content[]
  structuredContent?: Record<string, unknown>
  isError?: boolean
}

/** A response of facts, for programs as an object and for models as its JSON. */
export function factsResult(facts: Record<string, unknown>, sentence?: string): ToolResult {
  const text = sentence ?? JSON.stringify(facts, null, 2)
  return { content: [{ type: 'text', text: plainText(text) }], structuredContent: facts }
}

/** An error as a response, so that the model reads the reason. */
export function errorResult(error: unknown, facts: Record<string, unknown> = {}): ToolResult {
  const more = Object.entries(facts).filter(([, value]) => value !== undefined)
  const lines = [textOf(error), ...more.map(([name, value]) => `${name}: ${String(value)}`)]
  return { content: [{ type: 'text', text: plainText(lines.join('\n')) }], isError: true }
}

/** The response of a tool that does nothing but this call; `of` goes with an error. */
export async function respond(
  call: () => Promise<Record<string, unknown>>,
  of: Record<string, unknown> = {},
): Promise<ToolResult> {
  try {
    return factsResult(await call())
  } catch (error) {
    return errorResult(error, of)
  }
}

/** Agents have tools instead of the options and commands that the CLI recommends. */
function textOf(error: unknown): string {
  if (error instanceof CostLimitError) return `The price has just risen: ${error.message}; nothing was sent`
  if (error instanceof InsufficientBalanceError) return `${error.message}; get_balance returns what is left`
  return messageOf(error)
}

/** Saves the files of a task into the folder for results, and responds with links and small images. */
export async function savedResult(
  { outputFolder, inputFiles, spendLimit }: ToolContext,
  task: FinishedTask,
  { cost, signal }: { cost: Cost | undefined; signal: AbortSignal },
): Promise<ToolResult> {
  const links: Content[] = []
  const images: Content[] = []
  const files: { path: string; contentType: string; sizeBytes: number | null | undefined }[] = []
  for (const [index, file] of task.files.entries()) {
    const path = join(outputFolder, nameOfResult(task.id, file.contentType, index))
    await file.saveTo(path, { signal })
    inputFiles.allow(path)
    const { contentType, sizeBytes } = file
    files.push({ path, contentType, sizeBytes })
    links.push({
      type: 'resource_link',
      uri: pathToFileURL(path).href,
      name: basename(path),
      mimeType: contentType,
    })
    const image = contentType.startsWith('image/') ? await readFile(path) : undefined
    if (image !== undefined && image.length <= inlineBytesMax)
      images.push({ type: 'image', data: image.toString('base64'), mimeType: contentType })
  }
  const charged = cost && { amount: cost.amount, currency: cost.currency, state: cost.state }
  const facts = { taskId: task.id, status: task.status, files, cost: charged, spending: spendLimit.state() }
  const price = charged === undefined ? '' : ` for ${charged.amount} ${charged.currency}`
  const text = `Task ${task.id} succeeded${price}. Saved: ${files.map(({ path }) => path).join(', ')}`
  return { content: [{ type: 'text', text: plainText(text) }, ...links, ...images], structuredContent: facts }
}
