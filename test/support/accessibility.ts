import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

/**
 * What axe finds serious or critical on a page as it is shown now: each rule with the elements that break it.
 * Rules that axe itself calls experimental are left out.
 */
export async function seriousViolations(page: Page): Promise<string[]> {
  // As text: what the browser's debugger evaluates is not subject to the policy of the page.
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate<AxeResults>('axe.run(document)')
  return violations
    .filter(({ impact, tags }) => isBarrier(impact) && !tags.includes('experimental'))
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

function isBarrier(impact: string | null | undefined): boolean {
  return impact === 'serious' || impact === 'critical'
}
