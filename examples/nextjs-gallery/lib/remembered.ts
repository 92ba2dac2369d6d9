const remembered = 'gallery'

/** The ids of the visitor's tasks, newest first: a page that is closed amid one can still show it later. */
export function readResults(): readonly string[] {
  return (localStorage.getItem(remembered) ?? '').split('\n').filter((id) => id !== '')
}

/** Puts an id before the others, once. */
export function remember(id: string): readonly string[] {
  const results = [id, ...readResults().filter((other) => other !== id)].slice(0, 50)
  localStorage.setItem(remembered, results.join('\n'))
  return results
}
