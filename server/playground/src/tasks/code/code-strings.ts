/** The texts of the dialog of the code, which are loaded with it. */
export const codeStrings = {
  kinds: {
    curl: 'curl',
    typescript: 'TypeScript',
    react: 'React',
    python: 'Python',
    cli: 'Command line',
  },
  copied: 'Copied',
  close: 'Close',
  keyNote: 'It reads your API key from the variable MEDIAGEN_API_KEY.',
  proxyNote: 'Your API key stays on your server, in the proxy: createProxy of @mediagen/sdk/proxy.',
  fileNote: 'photo.jpg stands for your image.',
} as const
