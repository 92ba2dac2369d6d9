'use client'

import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
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
      <ul>
        {ids.map((id) => (
          <Result key={id} id={id} />
        ))}
      </ul>
    </QueryClientProvider>
  )
}

function Result({ id }: { readonly id: string }) {
  const { data, error } = useQuery({
    queryKey: ['task', id],
    // The client retries by itself. A component that leaves aborts the wait, and the task goes on.
    queryFn: ({ signal }) => pageClient?.tasks.wait(id, { signal }) ?? null,
    retry: false,
    // Links are valid for an hour.
    staleTime: 50 * 60_000,
  })
  return (
    <li>
      {/* biome-ignore lint/performance/noImgElement: signed links are of another host, and run out. */}
      {data ? <img src={data.files[0]?.url} alt="A result" /> : (error?.message ?? 'Under way')}
    </li>
  )
}
