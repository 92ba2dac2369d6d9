/** A graph in ComfyUI's API format: node id to node. Its inputs contain placeholders. */
export type Workflow = Readonly<Record<string, unknown>>

/** The placeholders that a workflow may use. */
const placeholders = [
  'prompt',
  'negativePrompt',
  'seed',
  'width',
  'height',
  'frames',
  'fps',
  'durationSeconds',
  'input',
  'strength',
  'model',
  'taskId',
] as const

export type Placeholder = (typeof placeholders)[number]

export type PlaceholderValues = Readonly<Record<Placeholder, string | number>>

const anyPlaceholder = /\{\{\s*(\w+)\s*\}\}/g
const wholePlaceholder = /^\{\{\s*(\w+)\s*\}\}$/

/**
 * The workflow with its placeholders replaced. A text that is exactly one placeholder becomes the value
 * itself, number or text; one within a longer text is inserted into it. Placeholders within values are not
 * replaced.
 */
export function fillWorkflow(workflow: Workflow, values: PlaceholderValues): Workflow {
  return Object.fromEntries(Object.entries(workflow).map(([key, value]) => [key, fill(value, values)]))
}

function fill(value: unknown, values: PlaceholderValues): unknown {
  if (typeof value === 'string') return fillText(value, values)
  if (Array.isArray(value)) return value.map((element) => fill(element, values))
  return isObject(value) ? fillWorkflow(value, values) : value
}

function fillText(text: string, values: PlaceholderValues): string | number {
  const whole = wholePlaceholder.exec(text)?.[1]
  if (whole !== undefined && isPlaceholder(whole)) return values[whole]
  return text.replace(anyPlaceholder, (written, name) =>
    isPlaceholder(name) ? String(values[name]) : written,
  )
}

/** The names within double braces anywhere in a workflow, known or not. */
export function placeholdersIn(workflow: unknown): ReadonlySet<string> {
  if (typeof workflow === 'string')
    return new Set([...workflow.matchAll(anyPlaceholder)].flatMap(([, name]) => name ?? []))
  const parts = isObject(workflow) ? Object.values(workflow) : Array.isArray(workflow) ? workflow : []
  return new Set(parts.flatMap((part) => [...placeholdersIn(part)]))
}

/** Why a parsed file is not a usable workflow, or undefined if it is one. */
export function workflowFault(workflow: unknown, needsInput: boolean): string | undefined {
  if (!isObject(workflow) || Object.keys(workflow).length === 0)
    return 'is not a workflow: an object of nodes'
  if ('nodes' in workflow && 'links' in workflow)
    return 'is a workflow as the editor saves it: export it in the API format'
  const broken = Object.entries(workflow).find(([, node]) => !isNode(node))
  if (broken !== undefined) return `has a node ${broken[0]} without class_type or inputs`
  const names = placeholdersIn(workflow)
  const unknown = [...names].filter((name) => !isPlaceholder(name))
  if (unknown.length > 0) return `has an unknown placeholder: ${unknown.join(', ')}`
  // Without the seed the server responds to an equal prompt from its cache, with the file of another task.
  const missing = ['prompt', 'seed', ...(needsInput ? ['input'] : [])].filter((name) => !names.has(name))
  if (missing.length > 0) return `lacks the placeholder ${missing.map((name) => `{{${name}}}`).join(', ')}`
  if (!needsInput && names.has('input')) return 'has {{input}}, but its product has no input'
  return undefined
}

function isNode(node: unknown): boolean {
  return isObject(node) && typeof node.class_type === 'string' && isObject(node.inputs)
}

function isPlaceholder(name: string): name is Placeholder {
  return placeholders.some((placeholder) => placeholder === name)
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
