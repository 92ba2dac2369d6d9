/**
 * The search for expired leases, paused for a third of a lease after an outage. A search that had to wait for the
 * database takes nothing, nor does any while heartbeats are sent once more: no worker could send one meanwhile, and
 * the engines' answers are in their hands.
 */
export function pausedAfterOutage(
  recoverLeases: (mayTake: () => boolean) => Promise<unknown>,
  { recoverMs, leaseMs }: { readonly recoverMs: number; readonly leaseMs: number },
): () => Promise<void> {
  /** Until then, expired leases are left to their workers. */
  let leftUntilMs = 0
  return async () => {
    const beganAtMs = performance.now()
    if (beganAtMs < leftUntilMs) return
    const wasAway = () => performance.now() - beganAtMs > recoverMs
    try {
      await recoverLeases(() => !wasAway())
    } finally {
      if (wasAway()) leftUntilMs = performance.now() + leaseMs / 3
    }
  }
}
