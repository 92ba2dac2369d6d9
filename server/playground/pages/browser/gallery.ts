import '../gallery.css'

/** Adds to the gallery: films that play, pictures to compare, and the category in view. All else works without. */

const isStill =
  matchMedia('(prefers-reduced-motion: reduce)').matches ||
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
const hasHover = matchMedia('(hover: hover)').matches

/** Loads the input of what comes into view; a browser by itself would load that of the screens below, too. */
const sight = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) if (isIntersecting) target.classList.add('seen')
})

for (const frame of document.querySelectorAll<HTMLElement>('.compared')) makeComparable(frame)
for (const frame of document.querySelectorAll<HTMLElement>('.film')) makePlayable(frame)
followCategories()

/** The handle follows a mouse, which leaves it in the middle; a finger and the keys move it by the slider. */
function makeComparable(frame: HTMLElement): void {
  const slider = frame.querySelector('input')
  if (slider === null) return
  const move = (percent: number) => {
    slider.value = String(Math.round(percent))
    frame.style.setProperty('--at', slider.value)
    slider.setAttribute('aria-valuetext', `${slider.value}% before`)
  }
  slider.addEventListener('input', () => move(slider.valueAsNumber))
  frame.addEventListener('pointermove', ({ pointerType, clientX }) => {
    if (pointerType !== 'mouse') return
    const { left, width } = frame.getBoundingClientRect()
    move(((clientX - left) / width) * 100)
  })
  frame.addEventListener('pointerleave', ({ pointerType }) => pointerType === 'mouse' && move(50))
  sight.observe(frame)
}

function makePlayable(frame: HTMLElement): void {
  const film = frame.querySelector('video')
  const button = frame.querySelector('button')
  if (film === null || button === null) return
  // Its own controls are for browsers that run no scripts.
  film.controls = false
  film.tabIndex = -1
  film.addEventListener('playing', () => frame.classList.add('shown'))
  film.addEventListener('play', () => button.setAttribute('aria-pressed', 'true'))
  film.addEventListener('pause', () => button.setAttribute('aria-pressed', 'false'))
  button.addEventListener('click', () => (film.paused ? play(film) : film.pause()))
  if (isStill) return
  const stop = () => {
    film.pause()
    frame.classList.remove('shown')
  }
  button.addEventListener('focus', () => button.matches(':focus-visible') && play(film))
  button.addEventListener('blur', stop)
  if (hasHover) {
    frame.addEventListener('pointerenter', () => play(film))
    frame.addEventListener('pointerleave', stop)
  } else {
    // What crosses the middle of the screen: one film on a phone, a row on a tablet.
    const middle = new IntersectionObserver(([entry]) => (entry?.isIntersecting ? play(film) : stop()), {
      rootMargin: '-45% 0px -45% 0px',
    })
    middle.observe(frame)
  }
}

/** A film that may not play, or is stopped before it begins, leaves its still. */
function play(film: HTMLVideoElement): void {
  film.play().catch(() => undefined)
}

/** Marks the category in view, and keeps its link in sight where the links are wider than the screen. */
function followCategories(): void {
  const bar = document.querySelector('.chips')
  if (bar === null) return
  // Above the first category, too: it is the one that comes.
  bar.firstElementChild?.setAttribute('aria-current', 'true')
  const observer = new IntersectionObserver(
    (entries) => {
      const section = entries.findLast(({ isIntersecting }) => isIntersecting)?.target
      const link = section && [...bar.children].find((chip) => chip.getAttribute('href') === `#${section.id}`)
      if (!(link instanceof HTMLElement)) return
      for (const chip of bar.children) chip.removeAttribute('aria-current')
      link.setAttribute('aria-current', 'true')
      const centre = link.offsetLeft + link.offsetWidth / 2
      bar.scrollTo({ left: centre - bar.clientWidth / 2, behavior: isStill ? 'auto' : 'smooth' })
    },
    { rootMargin: '-30% 0px -69% 0px' },
  )
  for (const section of document.querySelectorAll('main section')) observer.observe(section)
}
