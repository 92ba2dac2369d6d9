import '../status.css'

/** Keeps the page current while somebody looks at it. The verdict is announced only if it has changed. */

const intervalMs = 30_000
const timeoutMs = 10_000

setInterval(() => document.visibilityState === 'visible' && refresh(), intervalMs)
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && refresh())

async function refresh(): Promise<void> {
  const page = await fetchPage()
  const details = page?.querySelector('#details')
  const lost = document.querySelector<HTMLTemplateElement>('#lost')?.content
  show((details ? page : lost)?.querySelector('.verdict'))
  if (details) document.querySelector('#details')?.replaceWith(details)
}

/** Keeps the element itself: of another, a screen reader would say nothing. */
function show(fresh: Element | null | undefined): void {
  const verdict = document.querySelector('.verdict')
  if (!fresh || !verdict || verdict.isEqualNode(fresh)) return
  verdict.className = fresh.className
  verdict.replaceChildren(...fresh.cloneNode(true).childNodes)
}

/**
 * The page as it is now; undefined if there is no answer. By a request for a document, because the policy of the page
 * lets no script make one of a text.
 */
function fetchPage(): Promise<Document | undefined> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('GET', '/status')
    request.responseType = 'document'
    request.timeout = timeoutMs
    request.onloadend = () => resolve((request.status === 200 && request.responseXML) || undefined)
    request.send()
  })
}
