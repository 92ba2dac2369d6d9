import type { DefaultTheme } from 'vitepress'

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
    ['What to read', '/build-an-app'],
    ['First image in five minutes', '/guides/first-image'],
    ['Waiting', '/guides/waiting'],
    ['Idempotency and retries', '/guides/idempotency'],
    ['Errors', '/guides/errors'],
    ['Uploads', '/guides/uploads'],
    ['Effects', '/guides/effects'],
    ['Money', '/guides/money'],
    ['History and usage', '/guides/history'],
    ['Browser and proxy', '/guides/browser'],
    ['React', '/guides/react'],
    ['Testing your product', '/guides/testing'],
    ['A batch of a thousand', '/guides/batch'],
    ['Agents', '/agents'],
    ['Open WebUI, LibreChat, n8n', '/guides/other-programs'],
    ['Examples', '/examples/basics'],
    ['SDK: the guide', '/sdk'],
    ["Vercel's AI SDK: the guide", '/sdk/ai-sdk'],
    ['Command line: the guide', '/sdk/cli'],
  ]),
  group('Run it', [
    ['What to read', '/run-it'],
    ['Self-hosting', '/guides/self-hosting'],
    ['One machine', '/examples/single-host'],
    ['Docker Compose', '/examples/self-host'],
    ['Two machines', '/two-machines'],
    ['Kubernetes', '/examples/kubernetes'],
    ['Engines', '/engines'],
    ['Add an engine', '/engines/add-an-engine'],
    ['Gates', '/engines/gates'],
    ['Settings', '/settings'],
    ['Guarantees', '/guarantees'],
    ['Limits', '/limits'],
    ['Keys', '/keys'],
    ["The operator's page", '/operator-page'],
    ['Metrics', '/metrics'],
    ['Traces', '/traces'],
    ['On call', '/on-call'],
    ['Runbook', '/runbook'],
    ['The object store', '/object-store'],
    ['The supply chain', '/supply-chain'],
    ['Licences', '/licences'],
    ['Further out', '/further-out'],
  ]),
  group('Implement it', [
    ['What to read', '/implement-it'],
    ['The contract', '/openapi'],
    ['Its decisions', '/openapi/decisions'],
    ['The generator', '/openapi/codegen'],
    ['Your own backend', '/examples/backend-team'],
    ['Mocking', '/guides/mocking'],
    ['Client generators', '/guides/generators'],
    ['Screen states', '/screen-states'],
  ]),
  group('Reference', [
    ['Overview', '/reference/'],
    ['Error codes', '/errors/'],
    ['SDK: every export', '/reference/sdk/'],
    ["Vercel's AI SDK: every export", '/reference/ai-sdk/'],
    ['Command line: every command', '/reference/command-line/'],
    ['Every effect', '/reference/effects'],
    ['SDKs and queues compared', '/compared'],
  ]),
  group('Contribute', [
    ['The project', '/project'],
    ['Commands', '/commands'],
    ['Checklists', '/contributing'],
    ['A breaking change', '/breaking-change'],
    ['The architecture', '/architecture'],
    ['The tests', '/test'],
    ['Decisions', '/decisions/'],
    ['Releasing', '/releasing'],
  ]),
]
