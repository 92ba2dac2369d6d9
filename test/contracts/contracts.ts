/** A contract of others, as it was published. */
export interface PublishedContract {
  readonly name: string
  /** `npm:PACKAGE@VERSION`, or `git:URL@COMMIT`. */
  readonly from: string
  /** Of the document in there. */
  readonly path: string
  /** SHA-256 of the document. */
  readonly digest: string
}

const oasExamples = 'npm:@readme/oas-examples@8.2.2'

/** What the generator is tried on: 15 owners, 3.1, 3.0 and 2.0, 8 kB to 13 MB. The smallest come first. */
export const contracts: readonly PublishedContract[] = [
  {
    name: 'uspto',
    from: 'git:https://github.com/OAI/learn.openapis.org@cff6533ce5444b144946ef6ae2722c34ef6769e0',
    path: 'examples/v3.0/uspto.yaml',
    digest: '29d32d0a0710b0acac434807e018ebd9cc192ad604fefdcf51422833b5963642',
  },
  {
    name: 'museum',
    from: 'git:https://github.com/Redocly/museum-openapi-example@2770b2b2e59832d245c7b0eb0badf6568d7efb53',
    path: 'openapi.yaml',
    digest: '2d88e96a1860382fa86e15af892c50d95ae81d53324ac9b07aa9e6a72a8974aa',
  },
  {
    name: 'petstore-3.0',
    from: oasExamples,
    path: '3.0/json/petstore.json',
    digest: '5532c559311fb75a0f31982a21e171eaaa552ff3251c3e49580a76eb2421a5ff',
  },
  {
    name: 'petstore-3.1',
    from: oasExamples,
    path: '3.1/json/petstore.json',
    digest: '52024c5d57f5dbb0947557aaf28b46cbab3845cf252b99b86bc073553f9008ee',
  },
  {
    name: 'train-travel',
    from: 'git:https://github.com/bump-sh-examples/train-travel-api@478d17375a3172e0a84ce922521b481270216674',
    path: 'openapi.yaml',
    digest: 'f98baa4920894112610d9fac8fa77e1d78dd754de35b4948f608a599ff52964f',
  },
  {
    name: 'galaxy',
    from: 'npm:@scalar/galaxy@0.6.12',
    path: 'dist/3.1.yaml',
    digest: '4251073ff00540d56d882ef0feb8e786a00701c4ffe2cde4213b3ebcc45cf2d9',
  },
  {
    name: 'readme-legacy',
    from: oasExamples,
    path: '3.0/json/readme-legacy.json',
    digest: '908aaa7ad888dc791d55763b15bdb2b04be811c6a232e91f733abe217afe8315',
  },
  {
    name: 'readme',
    from: oasExamples,
    path: '3.1/json/readme.json',
    digest: 'abce2cf97fa1f0b158a96d633295c332e4090b6bcd9a48e965361193a47de460',
  },
  {
    name: 'directus',
    from: 'npm:@directus/specs@15.2.0',
    path: 'dist/openapi.json',
    digest: 'fd9c209674ca9c7912ce5eacc830537b7e7ec8e9f5c67dbffc4ded4a9bd157e1',
  },
  {
    name: 'figma',
    from: 'npm:@figma/rest-api-spec@0.43.0',
    path: 'openapi/openapi.yaml',
    digest: 'd0d7f955eecafa8166c8e0dd63ba10cc14c18677903c2b447921ba39eea5d598',
  },
  {
    name: 'star-trek',
    from: oasExamples,
    path: '3.0/json/star-trek.json',
    digest: '85916353ab0f96cb24bf727e926d385fcdc86c0d2bf8e72a543a56caeddf0fb5',
  },
  {
    name: 'adyen',
    from: 'git:https://github.com/Adyen/adyen-openapi@aa014f0cbdb58ff5c44a2ff9d5fe734642210aff',
    path: 'json/CheckoutService-v71.json',
    digest: '9e426ae2bf007b148c393c5f163bbb0abe54959172b4d85676aedbd178b2b0b0',
  },
  {
    name: 'discord',
    from: 'git:https://github.com/discord/discord-api-spec@74fda0fad044407ea280043a03ffc9bc64c4e49e',
    path: 'specs/openapi.json',
    digest: '8c1d0707ccdf8e380a86dfba04058820a66435c1b69d5ed82e04dd8c0520dd73',
  },
  {
    name: 'box',
    from: 'git:https://github.com/box/box-openapi@c9a878a9824344129881392e2b08f7117201e82e',
    path: 'openapi.json',
    digest: '70adf696ed3955729f9c75d11f34658477c0ee143d9ff6252928f5bc0fa6d499',
  },
  {
    name: 'sendgrid',
    from: 'git:https://github.com/sendgrid/sendgrid-oai@bef1536aeed2eb7b1ad4fde110a8ec65c583c4c5',
    path: 'oai.json',
    digest: 'c45d875c25227e2b36ca614b346936e2626c7bcc690a721806fdf4ec96105339',
  },
  {
    name: 'openai',
    from: 'git:https://github.com/openai/openai-openapi@f85dbe223d40e1a31cba812ab2d755c7e98a92a3',
    path: 'openapi.yaml',
    digest: 'db5d7478feae10b4d331834c60d9765a8aa042e38419f9b1694288c11aa8ebc8',
  },
  {
    name: 'plaid',
    from: 'git:https://github.com/plaid/plaid-openapi@26f1a0588c12e765e99c815300d94eae0a3c7dc1',
    path: '2020-09-14.yml',
    digest: 'fb8c3f188d8b1c917f2b184b720a96361f2ee72f5d595d189e8b4513a1d62930',
  },
  {
    name: 'asana',
    from: 'git:https://github.com/Asana/openapi@fc9f8dcf224efa8e06bfc955d91dd95aac7a398d',
    path: 'defs/asana_oas.yaml',
    digest: '50705f125ecdacd17d30ab498709f3da54ba5a9426a1e4a05b494ff56481eb2f',
  },
  {
    name: 'digitalocean',
    from: 'git:https://github.com/digitalocean/openapi@7c1300c479fed9c353cda9fc21cd968619552304',
    path: 'specification/DigitalOcean-public.v2.yaml',
    digest: '4ce7b0b809e1029ad24420f5dcd5c550120f06f54388178a7fdf944ef880ffc0',
  },
  {
    name: 'github',
    from: 'npm:@octokit/openapi@23.0.2',
    path: 'generated/api.github.com.json',
    digest: '829b4bebb19a53133289f7b0bc819f4f1118115821db2ca9f25e9ee995a7da2a',
  },
]
