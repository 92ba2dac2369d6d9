import {
  type InfiniteData,
  useQueryClient,
  useSuspenseInfiniteQuery,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { messageOf } from '../../../src/core/errors.ts'
import { ApiError, type Input, type Output, type Read, request } from './api.ts'
import { useShell } from './shell.ts'

const liveMs = 5_000
/** What is expensive to read is read less often: at most a twentieth of the time. */
const restPerRead = 20
const tookMs = new Map<Read, number>()

/** What a view reads again: since when it has this, and why it has nothing newer. */
export interface Reading {
  readonly dataUpdatedAt: number
  readonly error: unknown
  readonly pause?: string | undefined
}

interface LiveOptions<Of extends Read> {
  /** @default five seconds */
  readonly everyMs?: number
  /** What is shown until the first reading. @default nothing is shown */
  readonly initialData?: Output<Of>
}

/** Waits for what the service says, and reads it again every five seconds while somebody can see it. */
export function useLive<Of extends Read>(name: Of, input: Input<Of>, options: LiveOptions<Of> = {}) {
  const { isAsking } = useShell()
  const { everyMs, initialData } = options
  return useSuspenseQuery<Output<Of>>({
    queryKey: [name, input],
    queryFn: () => timed(name, input),
    refetchInterval: !isAsking && (() => restMs(name, everyMs)),
    refetchOnWindowFocus: !isAsking,
    ...(initialData !== undefined && { initialData }),
  })
}

/** The names of what comes in pages. */
type Paged = { [Of in Read]: Output<Of> extends { next: string | null } ? Of : never }[Read]

/** Pages of a list, of which the first is read again while it is the only one. */
export function usePages<Of extends Paged>(name: Of, input: Omit<Input<Of>, 'cursor'>) {
  const { isAsking } = useShell()
  const isLive = (data: InfiniteData<Output<Of>> | undefined) => !isAsking && (data?.pages.length ?? 0) <= 1
  const query = useSuspenseInfiniteQuery({
    queryKey: [name, input],
    queryFn: ({ pageParam }) => timed(name, { ...input, cursor: pageParam } as Input<Of>),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: ({ state }) => isLive(state.data) && restMs(name),
    refetchOnWindowFocus: ({ state }) => isLive(state.data),
  })
  const isLong = query.data.pages.length > 1
  return { ...query, pause: isLong ? 'not read again while further pages are shown' : undefined }
}

/** Reads everything that is shown again, after an action. */
export function useReload(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries()
}

async function timed<Of extends Read>(name: Of, input: Input<Of>): Promise<Output<Of>> {
  const begunMs = performance.now()
  try {
    return await request(name, input)
  } finally {
    tookMs.set(name, performance.now() - begunMs)
  }
}

function restMs(name: Read, leastMs = liveMs): number {
  return Math.max(leastMs, Math.round(restPerRead * (tookMs.get(name) ?? 0)))
}

/** How old the shown view is, and what keeps it from being newer. */
export function Age({ readings }: { readonly readings: readonly Reading[] }) {
  const { isAsking } = useShell()
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const updatedMs = Math.min(...readings.map(({ dataUpdatedAt }) => dataUpdatedAt))
  const failure = readings.find(({ error }) => error !== null)?.error
  const pause = isAsking ? 'waiting for your answer' : readings.find(({ pause }) => pause)?.pause
  const seconds = Math.max(0, Math.round((nowMs - updatedMs) / 1000))
  return (
    <p className="live">
      <span>
        {seconds < 2 ? 'Updated just now' : `Updated ${seconds} s ago`}
        {pause && `; ${pause}`}
      </span>{' '}
      <span role="status" className="failure">
        {failure !== undefined && textOf(failure)}
      </span>
    </p>
  )
}

function textOf(failure: unknown): string {
  const isAway = failure instanceof ApiError && (failure.status === 0 || failure.status >= 502)
  return isAway ? 'Cannot reach the service; trying again.' : messageOf(failure)
}
