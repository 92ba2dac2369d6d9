import type { DefaultTheme } from 'vitepress'
import { operationsOf, readContract } from '../../scripts/docs/reference/contract.ts'

type Items = readonly (readonly [text: string, link: string])[]

function group(text: string, items: Items): DefaultTheme.SidebarItem {
  return { text, items: items.map(([text, link]) => ({ text, link })) }
}

/**
 * By reader, each group in the order in which a newcomer reads it; links and the search lead to all other
 * pages.
 */
export const sidebar: DefaultTheme.SidebarItem[] = [
  group('Build an app', [
    ['First image in five minutes', '/guides/first-image'],
    ['Waiting', '/guides/waiting'],
    ['Idempotency and retries', '/guides/idempotency'],
    ['Errors', '/guides/errors'],
    ['Uploads', '/guides/uploads'],
    ['Effects', '/guides/effects'],
    ['Browser and proxy', '/guides/browser'],
    ['React', '/guides/react'],
    ['Testing and mocking', '/guides/testing'],
    ['Money', '/guides/money'],
    ['History and usage', '/guides/history'],
    ['A batch of a thousand', '/guides/batch'],
    ['Agents', '/agents'],
    ['Open WebUI, LibreChat, n8n', '/guides/other-programs'],
    ['Examples', '/examples/basics'],
    ['SDK: the guide', '/sdk'],
    ["Vercel's AI SDK: the guide", '/sdk/ai-sdk'],
    ['Command line: the guide', '/sdk/cli'],
  ]),
  group('Run it', [
    ['Self-hosting', '/guides/self-hosting'],
    ['One machine', '/examples/single-host'],
    ['Docker Compose', '/examples/self-host'],
    ['Several machines', '/several-machines'],
    ['Two machines', '/two-machines'],
    ['Three machines', '/three-machines'],
    ['Kubernetes', '/examples/kubernetes'],
    ['Engines', '/engines'],
    ['Add an engine', '/engines/add-an-engine'],
    ['Limits of engines', '/engines/limits'],
    ['Gates', '/engines/gates'],
    ['Settings and limits', '/settings'],
    ['Guarantees', '/guarantees'],
    ["The operator's page, and keys", '/operator-page'],
    ["Customers' accounts", '/accounts'],
    ['Metrics and traces', '/metrics'],
    ['On call', '/on-call'],
    ['Runbook', '/runbook'],
    ['Backup and restore', '/backup'],
    ['Upgrade', '/upgrade'],
    ['Scaling', '/scaling'],
    ['The object store', '/object-store'],
    ['Supply chain', '/supply-chain'],
    ['Licences', '/licences'],
  ]),
  group('Implement it', [
    ['The contract', '/openapi'],
    ['Its decisions', '/openapi/decisions'],
    ['The generator', '/openapi/codegen'],
    ['Your own backend', '/examples/backend-team'],
    ['Client generators', '/guides/generators'],
  ]),
  group('Reference', [
    ['Overview', '/reference/'],
    ['API: every operation', '/api/'],
    ['Error codes', '/errors/'],
    ['SDK: every export', '/reference/sdk/'],
    ["Vercel's AI SDK: every export", '/reference/ai-sdk/'],
    ['Command line: every command', '/reference/command-line/'],
    ['Every effect', '/reference/effects'],
    ['SDKs and queues compared', '/compared'],
  ]),
  group('Contribute', [
    ['The project', '/project'],
    ['Contributing', '/contributing'],
    ['The architecture', '/architecture'],
    ['The tests', '/test'],
  ]),
]

/** Beside the pages of the API reference: its operations by tag, all in view. */
export const apiSidebar: DefaultTheme.SidebarItem[] = operationGroups()

function operationGroups(): DefaultTheme.SidebarItem[] {
  const contract = readContract()
  const operations = operationsOf(contract)
  const groups = contract.tags.map(({ name }) =>
    group(
      name,
      operations
        .filter(({ tags }) => tags[0] === name)
        .map(({ summary, operationId }) => [summary, `/api/${operationId}`]),
    ),
  )
  const all = [group('API reference', [['Overview', '/api/']]), ...groups]
  return all.map((one) => ({ ...one, collapsed: false }))
}
