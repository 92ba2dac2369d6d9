import { DownloadError, type Mediagen } from '@mediagen/sdk'
import type { Job } from './job.ts'

const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
}

/** The bytes of a job's result; its link is renewed where it has run out. Rejects with a MediagenError. */
export async function resultBlob(client: Mediagen, { state }: Job): Promise<Blob> {
  if (state.kind !== 'accepted') throw new Error('the job has no task')
  const result = await client.tasks.wait(state.taskId)
  const bytes = await result.download()
  return new Blob([bytes], { type: result.files[0]?.contentType ?? '' })
}

/** Saves a result on the visitor's machine; opens it where its host does not let pages read it. */
export async function downloadResult(client: Mediagen, job: Job): Promise<void> {
  try {
    const blob = await resultBlob(client, job)
    const address = URL.createObjectURL(blob)
    const name = `mediagen-${job.createdAt.slice(0, 19).replace(/\D/g, '')}.${extensions[blob.type] ?? 'bin'}`
    follow(address, { download: name })
    // The browser has opened it by then; its bytes are let go.
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
  } catch (error) {
    const output = job.state.kind === 'accepted' ? job.state.task?.output : undefined
    const file = output?.images?.[0] ?? output?.videos?.[0]
    if (!(error instanceof DownloadError) || file === undefined) throw error
    follow(file.url, { target: '_blank', rel: 'noreferrer' })
  }
}

function follow(href: string, attributes: Partial<HTMLAnchorElement>): void {
  Object.assign(document.createElement('a'), { href, ...attributes }).click()
}
