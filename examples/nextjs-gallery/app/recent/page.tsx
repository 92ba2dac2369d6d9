'use client'

import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useEffect, useState } from 'react'
import { pageClient } from '../../lib/page-client'
import { readResults } from '../../lib/remembered'

const queries = new QueryClient()

/** The visitor's tasks by TanStack Query, which keeps a result for all components until its link expires. */
export default function Recent() {
  const [ids, setIds] = useState<readonly string[]>([])
  useEffect(() => setIds(readResults()), [])
  return (
    <QueryClientProvider client={queries}>
      <Tasks ids={ids} />
    </QueryClientProvider>
  )
}

/** All of them by one request, newest first. */
function Tasks({ ids }: { readonly ids: readonly string[] }) {
  const { data, error } = useQuery({
    queryKey: ['tasks', ids],
    // The client retries by itself.
    queryFn: ({ signal }) => pageClient?.tasks.list({ ids, signal }) ?? null,
    retry: false,
  })
  if (error) return <p role="alert">{error.message}</p>
  return (
    <ul>
      {data?.tasks.map(({ id, cost }) => (
        <li key={id}>
          <Link href={`/results/${encodeURIComponent(id)}`} prefetch={false}>
            <Result id={id} />
          </Link>{' '}
          <data value={cost?.amount}>{`${cost?.amount} ${cost?.currency}`}</data>
        </li>
      ))}
    </ul>
  )
}

function Result({ id }: { readonly id: string }) {
  const { data, error } = useQuery({
    queryKey: ['task', id],
    // A component that leaves aborts the wait, and the task goes on.
    queryFn: ({ signal }) => pageClient?.tasks.wait(id, { signal }) ?? null,
    retry: false,
    // Links are valid for an hour.
    staleTime: 50 * 60_000,
  })
  if (!data) return error?.message ?? 'Under way'
  // biome-ignore lint/performance/noImgElement: signed links are of another host, and run out.
  return <img src={data.files[0]?.url} alt="A result" />
}
