import { ApiError } from '@mediagen/sdk'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import { visitorClient } from '../../../lib/service'

/** One result, read on the server: the link in it is signed for an hour, and made anew for each view. */
export default async function Result({ params }: { params: Promise<{ taskId: string }> }) {
  const client = await visitorClient()
  const task = await client.tasks.get(decodeURIComponent((await params).taskId)).catch((error: unknown) => {
    // Another visitor's task is as unknown as one that does not exist.
    if (error instanceof ApiError && [401, 404].includes(error.status)) notFound()
    throw error
  })
  const url = task.status === 'SUCCEEDED' && 'images' in task.output ? task.output.images[0]?.url : undefined
  return (
    <main>
      <h1>{task.status}</h1>
      {/* biome-ignore lint/performance/noImgElement: signed links are of another host, and run out. */}
      {url && <img src={url} alt="The result" />}
      <p>
        <Link href="/">Back to the gallery</Link>
      </p>
    </main>
  )
}
