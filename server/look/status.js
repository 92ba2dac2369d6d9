/** Keeps the page current while somebody looks at it. The verdict is announced only if it has changed. */

const intervalMs = 30_000

const verdict = /** @type {HTMLElement} */ (document.querySelector('.verdict'))
const details = /** @type {HTMLElement} */ (document.querySelector('#details'))

setInterval(() => document.visibilityState === 'visible' && refresh(), intervalMs)
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && refresh())

async function refresh() {
  const page = await fetchPage()
  const fresh = page?.querySelector('.verdict')
  const freshDetails = page?.querySelector('#details')
  if (!fresh || !freshDetails) {
    show(
      'verdict bad',
      '<h1>The service does not respond</h1><p>What is below was true before. This page keeps trying.</p>',
    )
    return
  }
  show(fresh.className, fresh.innerHTML)
  details.innerHTML = freshDetails.innerHTML
}

/**
 * @param {string} className
 * @param {string} html
 */
function show(className, html) {
  verdict.className = className
  if (verdict.innerHTML.trim() !== html.trim()) verdict.innerHTML = html
}

/** The page as it is now; undefined if there is no answer, or another than the page. */
async function fetchPage() {
  try {
    const response = await fetch('/status', { signal: AbortSignal.timeout(10_000) })
    return response.ok ? new DOMParser().parseFromString(await response.text(), 'text/html') : undefined
  } catch {
    return undefined
  }
}
