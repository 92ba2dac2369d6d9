import { beginSession, endSession, hasSession } from './api.js'
import { closeQuestions } from './dialogs.js'
import { element, replace } from './dom.js'
import { nextZone, zoneName } from './format.js'
import { liveView } from './live.js'
import { announce } from './pages.js'
import { accountPage } from './views/account.js'
import { accountsPage } from './views/accounts.js'
import { auditPage } from './views/audit.js'
import { overviewPage } from './views/overview.js'
import { servicePage } from './views/service.js'
import { signInPage } from './views/sign-in.js'
import { taskPage } from './views/task.js'
import { tasksPage } from './views/tasks.js'

/**
 * A page: its heading, what stands below it, its content, and how to read again what it shows.
 * @typedef {{ title: string, subtitle?: Node | null, content: Node[], live?: import('./live.js').Refreshable, isNarrow?: boolean }} Page
 */

/**
 * What follows `#/`, and its page. The query is what follows `?` in it.
 * @type {readonly [RegExp, (id: string, query: URLSearchParams) => Promise<Page>][]}
 */
const routes = [
  [/^$/, () => overviewPage()],
  [/^accounts$/, (_, query) => accountsPage(query)],
  [/^accounts\/([^/]+)$/, (id) => accountPage(id)],
  [/^tasks$/, (_, query) => tasksPage(query)],
  [/^tasks\/([^/]+)$/, (id) => taskPage(id)],
  [/^service$/, () => servicePage()],
  [/^audit$/, (_, query) => auditPage(query)],
]

const content = found('content')
const top = found('top')
const signOut = found('sign-out')
const zone = element('button', { type: 'button', class: 'plain', id: 'zone' })
const { mark, follow } = liveView()
let visit = 0

/**
 * Shows the page for the current address; a later navigation overtakes an earlier one that is still loading.
 */
async function open() {
  const own = ++visit
  closeQuestions()
  const [path = '', search = ''] = location.hash.replace(/^#\/?/, '').split('?')
  content.setAttribute('aria-busy', 'true')
  announce('')
  markSection(path)
  const page = await pageOf(path, new URLSearchParams(search))
  if (own !== visit) return
  show(page)
}

/**
 * @param {string} path
 * @param {URLSearchParams} query
 * @returns {Promise<Page>}
 */
async function pageOf(path, query) {
  try {
    for (const [pattern, make] of routes) {
      const match = pattern.exec(path)
      if (match !== null) return await make(decodeURIComponent(match[1] ?? ''), query)
    }
    return { title: 'No such page', content: [element('p', {}, 'Choose a section above.')] }
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    const retry = element('button', { type: 'button', click: () => void open() }, 'Try again')
    return {
      title: 'That did not work',
      content: [element('p', { class: 'failure', role: 'alert' }, text), retry],
    }
  }
}

/** @param {Page} page */
function show({ title, subtitle = null, content: nodes, live, isNarrow = false }) {
  // One may have been opened on the page before while this one was loading.
  closeQuestions()
  document.title = `${title} · mediagen operator`
  content.classList.toggle('narrow', isNarrow)
  const heading = element('h1', { tabindex: '-1' }, title)
  replace(
    content,
    element(
      'div',
      { class: 'title' },
      heading,
      top.hidden ? null : element('div', { class: 'marks' }, mark, zone),
      subtitle,
    ),
    nodes,
  )
  follow(live)
  content.removeAttribute('aria-busy')
  heading.focus()
}

/** @param {string} path */
function markSection(path) {
  for (const link of document.querySelectorAll('#sections a')) {
    const section = link.getAttribute('href')?.slice(2) ?? ''
    const isCurrent = section === '' ? path === '' : path.startsWith(section)
    if (isCurrent) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
  }
}

function showSignIn() {
  visit += 1
  showBars(false)
  show(
    signInPage(async (token) => {
      await beginSession(token)
      showBars(true)
      await open()
    }),
  )
  content.querySelector('input')?.focus()
}

/** @param {string} id */
function found(id) {
  const element = document.getElementById(id)
  if (element === null) throw new Error(`The page has no element ${id}.`)
  return element
}

document.querySelector('.site-header [aria-current]')?.scrollIntoView({ inline: 'end', block: 'nearest' })
document.addEventListener('signed-out', showSignIn)
window.addEventListener('hashchange', () => {
  // The first page may have no hash.
  if (/^(#\/|$)/.test(location.hash) && !top.hidden) void open()
})
document.querySelector('.skip')?.addEventListener('click', (event) => {
  event.preventDefault()
  content.focus()
})
/** @param {boolean} isSignedIn */
function showBars(isSignedIn) {
  top.hidden = !isSignedIn
  signOut.hidden = !isSignedIn
}

function nameZone() {
  zone.textContent = `Times in ${zoneName()}`
}

nameZone()
zone.addEventListener('click', () => {
  nextZone()
  nameZone()
  void open()
})
signOut.addEventListener('click', async () => {
  await endSession().catch(() => undefined)
  showSignIn()
})

if (await hasSession().catch(() => false)) {
  showBars(true)
  await open()
} else showSignIn()
