import { inBrowser, onContentUpdated } from 'vitepress'

const storageKey = 'mediagen-docs-tabs'
/** Languages, ways to install and what else pages let a reader choose among. */
const labelsMax = 10

/** Who has chosen a tab finds it chosen wherever it is offered: on this page, on other pages and at the next visit. */
export function rememberTabs(): void {
  if (!inBrowser) return
  onContentUpdated(showChosen)
  addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.matches('.vp-code-group input')) return
    const label = labelOf(target)
    keep([label, ...kept().filter((one) => one !== label)].slice(0, labelsMax))
    // Groups above may change their height; what was clicked stays where it is.
    const top = target.parentElement?.getBoundingClientRect().top ?? 0
    showChosen()
    scrollBy({ top: (target.parentElement?.getBoundingClientRect().top ?? top) - top, behavior: 'instant' })
  })
}

/** In each group the tab that was chosen last, of those that it has. */
function showChosen(): void {
  const chosen = kept()
  for (const group of document.querySelectorAll('.vp-code-group')) {
    const tabs = [...group.querySelectorAll('input')]
    const labels = tabs.map(labelOf)
    const label = chosen.find((one) => labels.includes(one))
    if (label !== undefined) show(group, tabs, labels.indexOf(label))
  }
}

function show(group: Element, tabs: readonly HTMLInputElement[], index: number): void {
  for (const [at, tab] of tabs.entries()) tab.checked = at === index
  const blocks = group.querySelector('.blocks')?.children ?? []
  for (const [at, block] of [...blocks].entries()) block.classList.toggle('active', at === index)
}

function labelOf({ labels }: HTMLInputElement): string {
  return labels?.[0]?.textContent ?? ''
}

function kept(): string[] {
  try {
    const labels: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(labels) ? labels.map(String) : []
  } catch {
    // No storage, or another's words in it: the first tab of each group is shown.
    return []
  }
}

function keep(labels: readonly string[]): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(labels))
  } catch {
    // A browser may refuse; this page then shows the choice by itself.
  }
}
