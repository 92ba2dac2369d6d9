import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { inlineBytesMax } from '../src/mcp/tool-result.js'
import { createProgram } from '../src/program.js'
import { processTerminal } from '../src/terminal.js'
import { startAgent } from './support/agent.ts'
import { setStage } from './support/command.ts'

const page = await readFile(new URL('../../../docs/agents.md', import.meta.url), 'utf8')
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, text = '']) => text)
const program = createProgram(processTerminal, () => async () => undefined)
const command = program.commands.find((one) => one.name() === 'mcp')

test('the page for agents lists the tools that the server has, and no other', async () => {
  const { client } = await startAgent(await setStage())
  const { tools } = await client.listTools()
  const listed = [...page.matchAll(/^\| `([a-z]+_[a-z_]+)` \|/gm)].map(([, name]) => name)
  expect(listed.sort()).toEqual(tools.map(({ name }) => name).sort())
  expect(page).toContain(`at most ${inlineBytesMax / 1024} KB`)
})

test('the page for agents has configurations that the command takes', () => {
  const servers = blocks('json').flatMap((text) => {
    const { mcpServers, servers } = JSON.parse(text)
    return [(mcpServers ?? servers).mediagen]
  })
  expect(servers).toHaveLength(3)
  const lines = servers.flatMap(({ args }) => (args === undefined ? [] : [args.join(' ')]))
  const toml = [...(blocks('toml')[0] ?? '').matchAll(/^args = (\[.*\])$/gm)]
  lines.push(...toml.map(([, list = '']) => JSON.parse(list).join(' ')))
  expect(lines).toHaveLength(3)
  for (const line of [...lines, ...blocks('sh')]) {
    expect(line).toMatch(/mediagen mcp .*--out /)
    for (const [option] of line.matchAll(/(?<= )--\w[\w-]*/g))
      expect(command?.options.map(({ long }) => long)).toContain(option)
  }
  for (const { long } of command?.options ?? []) expect(page).toContain(`| \`${long} `)
})
