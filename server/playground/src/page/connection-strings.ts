/** The texts of the dialog of the connection, which are loaded with it. */
export const connectionStrings = {
  title: 'Connection',
  demo: 'You use the demo account of this machine. No key is needed, and none is in this page.',
  useDemo: 'Use the demo account',
  own: 'Your API key is kept in this tab only and forgotten when you close it. Requests and results stay with the account; favourites stay in this browser.',
  key: 'API key',
  address: 'Address of the service',
  addressHelp: 'Without /api. The service must allow pages of this address, or be a mock.',
  save: 'Connect',
  saving: 'Connecting…',
  forget: 'Forget the key',
  close: 'Close',
} as const
