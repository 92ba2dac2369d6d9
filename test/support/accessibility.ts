import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

/**
 * What axe finds serious or critical on a page as it is shown now: each rule with the elements that break it.
 */
export async function seriousViolations(page: Page, leftOut: readonly string[] = []): Promise<string[]> {
  // As text: what the browser's debugger evaluates is not subject to the policy of the page.
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate<AxeResults>('axe.run(document)')
  return violations
    .filter(({ id, impact }) => isBarrier(impact) && !leftOut.includes(id))
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

function isBarrier(impact: string | null | undefined): boolean {
  return impact === 'serious' || impact === 'critical'
}
