/**
 * What an element may contain; text is always text, and never parsed as markup.
 * @typedef {Node | string | number | null | undefined} Child
 */

/** @typedef {Record<string, string | boolean | EventListener | undefined>} Attributes */

/**
 * Makes an element. An attribute that is a function listens to the event of its name, `true` sets an
 * attribute without a value, and `false` or undefined leaves it out.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(name, value)
    else if (value === true) made.setAttribute(name, '')
    else if (typeof value === 'string') made.setAttribute(name, value)
  }
  append(made, children.flat())
  return made
}

/**
 * Makes an element of a drawing.
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {...(Node | string)} children
 */
export function drawing(tag, attributes, ...children) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value))
  made.append(...children)
  return made
}

/**
 * Replaces what an element contains.
 * @param {Element} parent
 * @param {...(Child | Child[])} children
 */
export function replace(parent, ...children) {
  parent.replaceChildren()
  append(parent, children.flat())
}

/**
 * @param {Element} parent
 * @param {Child[]} children
 */
function append(parent, children) {
  for (const child of children) {
    if (child === null || child === undefined) continue
    parent.append(child instanceof Node ? child : document.createTextNode(String(child)))
  }
}

/**
 * A column of a table: its heading, and what it shows of a row.
 * @template Row
 * @typedef {{ heading: string, cell: (row: Row) => Child, isNumber?: boolean, class?: string }} Column
 */

/**
 * A table; `empty` is shown if there are no rows. On a phone it becomes a list of cards, unless it is compact.
 * @template Row
 * @param {string} caption
 * @param {Column<Row>[]} columns
 * @param {readonly Row[]} rows
 * @param {string} empty
 * @param {{ isCompact?: boolean }} [options]
 * @returns {HTMLElement}
 */
export function table(caption, columns, rows, empty, { isCompact = false } = {}) {
  if (rows.length === 0) return element('p', { class: 'empty' }, empty)
  /** @param {Column<Row>} column */
  const classOf = ({ isNumber, class: own }) => (isNumber === true ? 'number' : own)
  return element(
    'table',
    { class: isCompact ? 'compact' : undefined },
    element('caption', { class: 'hidden' }, caption),
    element(
      'thead',
      {},
      element(
        'tr',
        {},
        columns.map((column) => element('th', { scope: 'col', class: classOf(column) }, column.heading)),
      ),
    ),
    element(
      'tbody',
      {},
      rows.map((row) =>
        element(
          'tr',
          {},
          columns.map((column) =>
            element('td', { 'data-heading': column.heading, class: classOf(column) }, column.cell(row)),
          ),
        ),
      ),
    ),
  )
}

/**
 * Terms and their values.
 * @param {...[string, Child]} pairs
 */
export function facts(...pairs) {
  return element(
    'dl',
    { class: 'facts' },
    pairs.map(([term, value]) => element('div', {}, element('dt', {}, term), element('dd', {}, value))),
  )
}
