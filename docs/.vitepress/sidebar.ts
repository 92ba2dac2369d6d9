import type { DefaultTheme } from 'vitepress'

/** In the order in which a newcomer reads; links and the search lead to all other pages. */
export const sidebar: DefaultTheme.SidebarItem[] = [
  {
    text: 'Guides',
    items: [
      { text: 'First image in five minutes', link: '/guides/first-image' },
      { text: 'Uploads', link: '/guides/uploads' },
      { text: 'Waiting', link: '/guides/waiting' },
      { text: 'Idempotency and retries', link: '/guides/idempotency' },
      { text: 'Money', link: '/guides/money' },
      { text: 'Errors', link: '/guides/errors' },
      { text: 'Effects', link: '/guides/effects' },
      { text: 'A batch of a thousand', link: '/guides/batch' },
      { text: 'Browser and proxy', link: '/guides/browser' },
      { text: 'Mocking', link: '/guides/mocking' },
      { text: 'Testing your product', link: '/guides/testing' },
      { text: 'Agents', link: '/agents' },
      { text: 'Examples', link: '/examples/basics' },
    ],
  },
  {
    text: 'Reference',
    items: [
      { text: 'Overview', link: '/reference/' },
      { text: 'Error codes', link: '/errors/' },
      { text: 'SDK: the guide', link: '/sdk' },
      { text: 'SDK: every export', link: '/reference/sdk/' },
      { text: 'Command line: the guide', link: '/sdk/cli' },
      { text: 'Command line: every command', link: '/reference/command-line/' },
      { text: 'Every effect', link: '/reference/effects' },
      { text: 'The contract', link: '/openapi' },
      { text: 'Screen states', link: '/screen-states' },
    ],
  },
  {
    text: 'Operating',
    items: [
      { text: 'Self-hosting', link: '/guides/self-hosting' },
      { text: 'Settings', link: '/settings' },
      { text: 'Limits', link: '/limits' },
      { text: 'Docker Compose', link: '/examples/self-host' },
      { text: 'Kubernetes', link: '/examples/kubernetes' },
      { text: 'Engines', link: '/engines' },
      { text: 'Add an engine', link: '/engines/add-an-engine' },
      { text: "The operator's page", link: '/operator-page' },
      { text: 'Runbook', link: '/runbook' },
      { text: 'Metrics', link: '/metrics' },
      { text: 'The object store', link: '/object-store' },
      { text: 'The supply chain', link: '/supply-chain' },
      { text: 'Licences', link: '/licences' },
    ],
  },
  {
    text: 'Contributing',
    items: [
      { text: 'The project', link: '/project' },
      { text: 'Commands', link: '/commands' },
      { text: 'Checklists', link: '/contributing' },
      { text: 'A breaking change', link: '/breaking-change' },
      { text: 'The server', link: '/server' },
      { text: 'The generator', link: '/openapi/codegen' },
      { text: 'The tests', link: '/test' },
      { text: 'Decisions', link: '/decisions/' },
      { text: 'Releasing', link: '/releasing' },
    ],
  },
]
