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
 * @typedef {{ heading: string, cell: (row: Row) => Child, isNumber?: boolean }} Column
 */

/**
 * A table that becomes a list of cards on a phone; `empty` is shown if there are no rows.
 * @template Row
 * @param {string} caption
 * @param {Column<Row>[]} columns
 * @param {readonly Row[]} rows
 * @param {string} empty
 * @returns {HTMLElement}
 */
export function table(caption, columns, rows, empty) {
  if (rows.length === 0) return element('p', { class: 'empty' }, empty)
  const body = element('tbody')
  addRows(body, columns, rows)
  return element(
    'table',
    {},
    element('caption', { class: 'hidden' }, caption),
    element(
      'thead',
      {},
      element(
        'tr',
        {},
        columns.map(({ heading, isNumber }) =>
          element('th', { scope: 'col', class: isNumber === true ? 'number' : undefined }, heading),
        ),
      ),
    ),
    body,
  )
}

/**
 * @template Row
 * @param {HTMLElement} body
 * @param {Column<Row>[]} columns
 * @param {readonly Row[]} rows
 */
export function addRows(body, columns, rows) {
  for (const row of rows) {
    const cells = columns.map(({ heading, cell, isNumber }) =>
      element('td', { 'data-heading': heading, class: isNumber === true ? 'number' : undefined }, cell(row)),
    )
    body.append(element('tr', {}, cells))
  }
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
