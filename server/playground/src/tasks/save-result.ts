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

/** Whether this device hands a file of such a type on to other apps. */
export function canShare(type: string): boolean {
  return navigator.canShare?.({ files: [new File([], fileName('', type), { type })] }) === true
}

/** Hands a result on to another app that the visitor chooses. */
export async function shareResult(client: Mediagen, job: Job): Promise<void> {
  const blob = await resultBlob(client, job)
  const file = new File([blob], fileName(job.createdAt, blob.type), { type: blob.type })
  await navigator.share({ files: [file] }).catch((error: unknown) => {
    // The visitor chose none.
    if (Object(error).name !== 'AbortError') throw error
  })
}

/** Saves a result on the visitor's machine; opens it where its host does not let pages read it. */
export async function downloadResult(client: Mediagen, job: Job): Promise<void> {
  try {
    const blob = await resultBlob(client, job)
    const address = URL.createObjectURL(blob)
    follow(address, { download: fileName(job.createdAt, blob.type) })
    // The browser has opened it by then; its bytes are let go.
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
  } catch (error) {
    const output = job.state.kind === 'accepted' ? job.state.task?.output : undefined
    const file = output?.images?.[0] ?? output?.videos?.[0]
    if (!(error instanceof DownloadError) || file === undefined) throw error
    follow(file.url, { target: '_blank', rel: 'noreferrer' })
  }
}

function fileName(createdAt: string, type: string): string {
  return `mediagen-${createdAt.slice(0, 19).replace(/\D/g, '')}.${extensions[type] ?? 'bin'}`
}

function follow(href: string, attributes: Partial<HTMLAnchorElement>): void {
  Object.assign(document.createElement('a'), { href, ...attributes }).click()
}
