/** Adds to the gallery: films that play, pictures to compare, and the category in view. All else works without. */

const isStill =
  matchMedia('(prefers-reduced-motion: reduce)').matches ||
  /** @type {{ connection?: { saveData?: boolean } }} */ (navigator).connection?.saveData === true
const hasHover = matchMedia('(hover: hover)').matches

for (const frame of document.querySelectorAll('.compared')) makeComparable(/** @type {HTMLElement} */ (frame))
for (const frame of document.querySelectorAll('.film')) makePlayable(/** @type {HTMLElement} */ (frame))
followCategories()

/** @param {HTMLElement} frame */
function makeComparable(frame) {
  const slider = /** @type {HTMLInputElement} */ (frame.querySelector('input'))
  const show = () => {
    for (const other of document.querySelectorAll('.comparing')) if (other !== frame) hide(other)
    frame.classList.add('comparing')
    frame.style.setProperty('--at', slider.value)
    slider.setAttribute('aria-valuetext', `${slider.value}% before`)
  }
  /** @param {PointerEvent} event */
  const follow = (event) => {
    if (event.pointerType !== 'mouse') return
    const { left, width } = frame.getBoundingClientRect()
    slider.value = String(Math.round(((event.clientX - left) / width) * 100))
    show()
  }
  slider.addEventListener('focus', () => slider.matches(':focus-visible') && show())
  slider.addEventListener('input', show)
  // A tap on where the slider is already changes nothing, and is no input.
  slider.addEventListener('pointerup', show)
  slider.addEventListener('blur', () => hide(frame))
  frame.addEventListener('pointermove', follow)
  frame.addEventListener('pointerleave', (event) => event.pointerType === 'mouse' && hide(frame))
}

/** @param {Element} frame */
function hide(frame) {
  frame.classList.remove('comparing')
  if (frame instanceof HTMLElement) frame.style.removeProperty('--at')
}

/** @param {HTMLElement} frame */
function makePlayable(frame) {
  const film = /** @type {HTMLVideoElement} */ (frame.querySelector('video'))
  const button = /** @type {HTMLButtonElement} */ (frame.querySelector('button'))
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

/**
 * A film that may not play, or is stopped before it begins, leaves its still.
 * @param {HTMLVideoElement} film
 */
function play(film) {
  film.play().catch(() => undefined)
}

/** Marks the category in view, and keeps its link in sight where the links are wider than the screen. */
function followCategories() {
  const bar = document.querySelector('.chips')
  if (bar === null) return
  const observer = new IntersectionObserver(
    (entries) => {
      const section = entries.find(({ isIntersecting }) => isIntersecting)?.target
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
